/**
 * Windows over the page: opened by what asks for them, closed by Escape, a button, or a press beside.
 */

/**
 * @param {Element | null} dialog
 * @returns {boolean} whether it stands open now
 */
export function openDialog(dialog) {
  if (!dialog || !('showModal' in dialog)) return false; // a browser older than dialogs
  const shown = /** @type {HTMLDialogElement} */ (dialog);
  if (!shown.open) shown.showModal();
  return true;
}

/**
 * Let the dialogs of a calculator be closed.
 * @param {HTMLElement} root
 */
export function offerDialogs(root) {
  for (const dialog of root.querySelectorAll('dialog')) {
    dialog.addEventListener('click', ({ target }) => {
      const beside = target === dialog;
      const button = target instanceof Element ? target.closest('button') : null;
      if (beside || button?.matches('[data-fermer]')) dialog.close();
    });
  }
}
