/*
 * Keeps what is pressed in a drawn page until the page's program can carry it out. `index.html` loads this file by itself before the
 * page has a body, so nothing that can be seen is pressed unheard; it is no module and must not import or export.
 * Links and fields need none of it: they work without a program.
 */
{
  /** More than anybody presses in earnest while a page arrives. */
  const MAX_PRESSES = 10;

  interface Press {
    readonly control: HTMLButtonElement;
    readonly seenAs: string;
  }

  let presses: Press[] = [];

  /** What a control says of itself. Once it says something else, it is another control than the one that was pressed. */
  const looksOf = (control: Element) =>
    [control.textContent, ...['aria-label', 'aria-pressed', 'aria-expanded'].map((name) => control.getAttribute(name))].join('\n');

  /* Keyboards and screen readers cause clicks as well. */
  const keep = ({ target }: Event) => {
    const control = target instanceof Element ? target.closest('button') : null;
    if (!control || presses.length === MAX_PRESSES) return;
    presses.push({ control, seenAs: looksOf(control) });
    control.setAttribute('aria-busy', 'true');
  };

  const calm = () => {
    for (const { control } of presses) control.removeAttribute('aria-busy');
  };

  const forget = () => {
    calm();
    presses = [];
  };

  document.addEventListener('click', keep, true);
  // Whoever goes elsewhere, and perhaps comes back, no longer waits for anything here.
  window.addEventListener('beforeunload', forget);
  window.addEventListener('pagehide', forget);

  Object.assign(globalThis, {
    concertPresses: {
      end() {
        document.removeEventListener('click', keep, true);
        calm();
      },
      async give() {
        for (let press = presses.shift(); press; press = presses.shift()) {
          // Lets the page show what came of the press before this one.
          await new Promise((resolve) => setTimeout(resolve));
          if (press.control.isConnected && looksOf(press.control) === press.seenAs) press.control.click();
        }
      },
    },
  });
}
