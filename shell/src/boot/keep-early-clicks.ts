/*
 * Keeps what is pressed on a prerendered page until the page's code can handle it. `index.html` loads this file by itself before the page
 * has a body, so that no click is lost; it is no module and must not import or export. Links and fields need none of it: they work without
 * code.
 */
{
  /** More than anybody clicks in earnest while a page loads. */
  const MAX_CLICKS = 10;

  interface EarlyClick {
    readonly control: HTMLButtonElement;
    readonly seenAs: string;
  }

  let clicks: EarlyClick[] = [];

  /** The label of a control. With another label, it is another control than the one that was pressed. */
  const looksOf = (control: Element) =>
    [control.textContent, ...['aria-label', 'aria-pressed', 'aria-expanded'].map((name) => control.getAttribute(name))].join('\n');

  /* Keyboards and screen readers cause clicks as well. */
  const keep = ({ target }: Event) => {
    const control = target instanceof Element ? target.closest('button') : null;
    if (!control || clicks.length === MAX_CLICKS) return;
    clicks.push({ control, seenAs: looksOf(control) });
    control.setAttribute('aria-busy', 'true');
  };

  const calm = () => {
    for (const { control } of clicks) control.removeAttribute('aria-busy');
  };

  const forget = () => {
    calm();
    clicks = [];
  };

  document.addEventListener('click', keep, true);
  // Somebody who leaves the page, and perhaps comes back, no longer waits for anything here.
  window.addEventListener('beforeunload', forget);
  window.addEventListener('pagehide', forget);

  Object.assign(globalThis, {
    concertEarlyClicks: {
      end() {
        document.removeEventListener('click', keep, true);
        calm();
      },
      async give() {
        for (let click = clicks.shift(); click; click = clicks.shift()) {
          // Lets the page show the result of the click before this one.
          await new Promise((resolve) => setTimeout(resolve));
          if (click.control.isConnected && looksOf(click.control) === click.seenAs) click.control.click();
        }
      },
    },
  });
}
