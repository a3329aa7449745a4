import { useEffect, useId, useRef, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { CloseButton } from './close-button.tsx';
import styles from './dialog.module.css';

export interface DialogProps {
  open: boolean;
  /** Called for every way of closing it: Escape, the close button, a press outside. */
  onClose: () => void;
  title: string;
  /** Buttons, the safe one first. */
  actions?: ReactNode;
  /** While something is under way that has to finish, the dialog cannot be closed. */
  busy?: boolean;
  /** At the right edge, over the whole height: what stands beside the page and not in its middle. */
  side?: boolean;
  children: ReactNode;
}

/** A question that has to be answered first: the browser's own dialog, which keeps the focus inside and gives it back. */
export function Dialog({ open, onClose, title, actions, busy = false, side = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) {
      element.showModal();
      heading.current?.focus();
    }
    if (!open && element.open) element.close();
  }, [open]);

  const leave = () => {
    if (!busy) onClose();
  };
  return (
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, side && styles.side)}
      aria-labelledby={id}
      onCancel={(cancel) => {
        // React passes the event on from a dialog that is opened on top of this one.
        if (cancel.target !== dialog.current) return;
        cancel.preventDefault();
        leave();
      }}
      onClose={(closed) => {
        // A browser lets the second Escape close a dialog whose first was not heeded, and says so only here.
        if (closed.target !== dialog.current || !open) return;
        if (busy) dialog.current.showModal();
        else onClose();
      }}
      onMouseDown={(press) => {
        if (press.target === dialog.current) leave();
      }}
    >
      <div className={styles.sheet}>
        <div className={`between ${styles.head}`}>
          <h2 id={id} ref={heading} tabIndex={-1} className={`anywhere size-3 min-0 ${styles.title}`}>
            {title}
          </h2>
          <CloseButton label="Close" disabled={busy} onClose={leave} />
        </div>
        <div className="stack-16">{children}</div>
        {actions && <div className={`row-12 ${styles.actions}`}>{actions}</div>}
      </div>
    </dialog>
  );
}
