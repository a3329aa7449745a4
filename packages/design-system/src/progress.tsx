import { useId } from 'react';
import styles from './progress.module.css';

export interface ProgressProps {
  label: string;
  value: number;
  max: number;
  /** The figures in words, for example '286 / 500'. */
  valueText?: string;
}

/** How much of a whole: seats taken, refunds sent. */
export function Progress({ label, value, max, valueText }: ProgressProps) {
  const id = useId();
  const part = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  const words = valueText ?? `${value} / ${max}`;
  return (
    <div className={styles.progress}>
      <span id={id} className="min-0">
        {label}
      </span>
      <span className="quiet figures" aria-hidden="true">
        {words}
      </span>
      <svg
        className={styles.bar}
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={words}
        focusable="false"
      >
        <rect className={styles.track} width="100%" height="10" rx="5" />
        {part > 0 && <rect className={styles.done} width={`${part * 100}%`} height="10" rx="5" />}
      </svg>
    </div>
  );
}
