import { useEffect, useRef } from 'react';
import styles from './error-summary.module.css';

export interface SummaryError {
  /** Id of the control that is wrong. */
  fieldId: string;
  text: string;
}

export interface ErrorSummaryProps {
  title: string;
  errors: readonly SummaryError[];
  /** Grows by one with every try, so that the summary takes the focus again. */
  attempt: number;
}

/** Says after a refused try what is wrong, with a link to each field. It takes the focus at every try. */
export function ErrorSummary({ title, errors, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const any = errors.length > 0;
  useEffect(() => {
    if (any && attempt > 0) box.current?.focus();
  }, [attempt, any]);
  if (!any) return null;
  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles.summary}>
      <p className="strong bad">{title}</p>
      <ul className={styles.list}>
        {errors.map((error) => (
          <li key={error.fieldId}>
            <a
              href={`#${error.fieldId}`}
              onClick={(click) => {
                click.preventDefault();
                document.getElementById(error.fieldId)?.focus();
              }}
            >
              {error.text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
