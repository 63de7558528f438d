/**
 * Finds choices of a long list by a few letters of their name or help, accents or none.
 */

const OFF = 'ncalc-ecarte';

/** @param {string} text */
function plain(text) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * Let the search fields of a form narrow the list that they stand in; what is ticked stays in sight.
 * @param {HTMLFormElement} form
 */
export function offerSearch(form) {
  form.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches('[data-filtre]')) return;
    const wanted = plain(target.value.trim());
    for (const choice of target.closest('details')?.querySelectorAll('.ncalc-case') ?? []) {
      const box = choice.querySelector('input');
      choice.classList.toggle(OFF, !box?.checked && !plain(choice.textContent ?? '').includes(wanted));
    }
  });
}
