import { useEffect, useId, useRef, useState } from 'react';
import { NavLink } from 'react-router-dom';
import type { NavigationLink } from './navigation.ts';
import { texts } from '../texts.ts';
import styles from './organiser-menu.module.css';

/** The organisers' pages, in a menu behind one button of the bar. */
export function OrganiserMenu({ links, path }: { links: readonly NavigationLink[]; path: string }) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const here = links.some(({ to }) => to === path);

  useEffect(() => setOpen(false), [path]);

  useEffect(() => {
    if (!open) return;
    const outside = (press: Event) => {
      if (press.target instanceof Node && !box.current?.contains(press.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  }, [open]);

  return (
    <div
      ref={box}
      className={styles.menu}
      onKeyDown={(key) => {
        if (key.key !== 'Escape' || !open) return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles.button}
        data-here={here || undefined}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {texts.navigation.organiser}
        <svg viewBox="0 0 12 12" className={styles.chevron} aria-hidden="true" focusable="false">
          <path d="M2 4l4 4 4-4" />
        </svg>
      </button>
      <ul id={id} className={styles.list} hidden={!open}>
        {links.map(({ to, text }) => (
          <li key={to}>
            <NavLink to={to} end className={styles.link} onClick={() => setOpen(false)}>
              {text}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
