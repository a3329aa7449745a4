import { useEffect, useRef, useState, type RefObject } from 'react';

/** How long a page may take to show its heading before the focus is left where it is. */
const PATIENCE_MS = 10_000;

/** After a change of page: sets and announces the title, and focuses the new heading, unless the person has moved on meanwhile. */
export function RouteFocus({ path, title, main }: { path: string; title: string; main: RefObject<HTMLElement | null> }) {
  const [said, setSaid] = useState('');
  const shown = useRef(path);

  useEffect(() => {
    document.title = title;
  }, [title]);

  useEffect(() => {
    const region = main.current;
    if (shown.current === path || !region) return;
    shown.current = path;
    setSaid(title);

    const focused = document.activeElement;
    const arrive = () => {
      const heading = region.querySelector<HTMLElement>('h1');
      if (!heading) return false;
      if (document.activeElement === focused || document.activeElement === document.body) {
        if (heading.tabIndex < 0) heading.setAttribute('tabindex', '-1');
        heading.focus({ preventScroll: true });
      }
      return true;
    };
    if (arrive()) return;
    const observer = new MutationObserver(() => {
      if (arrive()) observer.disconnect();
    });
    observer.observe(region, { childList: true, subtree: true });
    const patience = setTimeout(() => observer.disconnect(), PATIENCE_MS);
    return () => {
      observer.disconnect();
      clearTimeout(patience);
    };
    // The title belongs to the path; announcing it again when only words change would interrupt.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [path, main]);

  return (
    <span className="visually-hidden" role="status">
      {said}
    </span>
  );
}
