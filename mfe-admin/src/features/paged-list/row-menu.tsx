import { useId, type MouseEvent, type ReactNode } from 'react';
import styles from './row-menu.module.css';

/** The rarer acts of a row, behind one button; a press on one of them, beside them or Escape closes them. */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  const close = ({ currentTarget }: MouseEvent<HTMLElement>) => currentTarget.hidePopover();
  return (
    <>
      <button type="button" className={`strong bare ${styles.button}`} popoverTarget={id} aria-label={label} title={label}>
        …
      </button>
      <div id={id} popover="auto" className={`boxed ${styles.menu}`} onClick={close}>
        {children}
      </div>
    </>
  );
}
