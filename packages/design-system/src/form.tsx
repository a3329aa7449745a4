import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { ErrorSummary, type SummaryError } from './error-summary.tsx';
import styles from './form.module.css';

export interface FormProps {
  /** How its last try stands. */
  readonly form: {
    /** Raised by one at every try that found faults. */
    readonly attempt: number;
    /** The faults a summary tells; without any the first wrong field takes the focus. */
    readonly summary: readonly SummaryError[];
  };
  /** Stands above the faults that the summary tells; without it there is none, or it stands elsewhere. */
  readonly summaryTitle?: string;
  readonly onSubmit: () => void;
  /** For a button that stands outside of it. */
  readonly id?: string;
  /** Fetches what checks and sends the form; called as soon as somebody is at one of the fields. */
  readonly prepare?: () => void;
  /** Its name to a screen reader, where the heading above does not say it. */
  readonly label?: string;
  /** Id of the heading that names it. */
  readonly labelledBy?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A form that says by itself what is missing, and leads to it after a refused try. */
export function Form({ form, summaryTitle, onSubmit, id, prepare, label, labelledBy, className = 'stack-24', children }: FormProps) {
  const place = useRef<HTMLFormElement>(null);
  // Whoever came to a field before this program was there caused no event that it could hear.
  useEffect(() => {
    if (place.current?.contains(document.activeElement)) prepare?.();
  }, [prepare]);

  const leadToFault = useEffectEvent(() => {
    if (form.summary.length === 0) place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
  // The focus moves at a try, not while a field is being corrected.
  useEffect(() => {
    if (form.attempt > 0) leadToFault();
  }, [form.attempt]);

  return (
    <form
      ref={place}
      id={id}
      className={className}
      aria-label={label}
      aria-labelledby={labelledBy}
      noValidate
      onFocus={prepare}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        onSubmit();
      }}
    >
      {summaryTitle !== undefined && <ErrorSummary title={summaryTitle} errors={form.summary} attempt={form.attempt} />}
      {children}
    </form>
  );
}

/** What a form has done, in its place. It takes the focus, because the button that had it is gone. */
export function FormDone({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className={`stack-16 ${styles.done}`}>
      {children}
    </div>
  );
}
