/**
 * Buttons that copy a text of the page: `data-copier` names the field, the page's `data-annonce`
 * says what came of it.
 */

const announced = document.querySelector('[data-annonce]');

/** @param {string} code */
function announce(code) {
  if (announced instanceof HTMLElement) announced.textContent = announced.dataset[code] ?? '';
}

document.addEventListener('click', async ({ target }) => {
  const button = target instanceof Element ? target.closest('[data-copier]') : null;
  const field = button && document.getElementById(button.getAttribute('data-copier') ?? '');
  if (!(field instanceof HTMLTextAreaElement)) return;
  try {
    await navigator.clipboard.writeText(field.value);
    announce('reussi');
  } catch {
    const fold = field.closest('details');
    if (fold) fold.open = true;
    field.select(); // the reader copies it himself
    announce('rate');
  }
});
