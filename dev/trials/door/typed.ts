import type { Page } from 'playwright-core';

const TYPE = `((code) => new Promise((resolve) => {
  const input = document.querySelector('input[name=code]');
  const region = document.querySelector('[role=status][aria-live=assertive]');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, code);
  input.dispatchEvent(new KeyboardEvent('keydown', { key: code[0], bubbles: true }));
  input.dispatchEvent(new Event('input', { bubbles: true }));
  requestAnimationFrame(() => {
    const began = performance.now();
    const look = new MutationObserver(() => {
      const shown = region.firstElementChild;
      if (shown.dataset.seen || !/Let in|Do not let in/.test(shown.textContent)) return;
      shown.dataset.seen = 'yes';
      look.disconnect();
      resolve({ ms: performance.now() - began, admitted: !shown.textContent.includes('Do not let in') });
    });
    look.observe(region, { childList: true, subtree: true });
    input.form.requestSubmit();
  });
}))`;

/** What the screen said, and how long after the code was there. */
export interface Answer {
  readonly ms: number;
  readonly admitted: boolean;
}

/** Types a code as a hand scanner does, and measures in the page until its answer is drawn. */
export function typed(page: Page, code: string): Promise<Answer> {
  return page.evaluate<Answer>(`${TYPE}(${JSON.stringify(code)})`);
}
