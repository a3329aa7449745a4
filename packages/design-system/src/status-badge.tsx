import { classNames } from './class-names.ts';
import styles from './status-badge.module.css';

export type StatusTone = 'good' | 'waiting' | 'bad' | 'returned' | 'plain';

const SHAPES: Readonly<Record<StatusTone, string>> = {
  good: 'm2.4 6.4 2.5 2.4 4.7-5.4',
  waiting: 'M6 1.6a4.4 4.4 0 1 0 0 8.8 4.4 4.4 0 0 0 0-8.8ZM6 3.8V6l1.6 1',
  bad: 'm2.8 2.8 6.4 6.4M9.2 2.8 2.8 9.2',
  returned: 'M4.4 2 2 4.4l2.4 2.4M2 4.4h5a2.8 2.8 0 0 1 0 5.6H4',
  plain: 'M2.5 6h7',
};

interface StatusBadgeProps {
  readonly tone?: StatusTone;
  readonly large?: boolean;
  /** It tells more than a word, and takes as many lines as that needs. */
  readonly sentence?: boolean;
  readonly children: string;
}

/** A state in a word, a shape and a colour. */
export function StatusBadge({ tone = 'plain', large = false, sentence = false, children }: StatusBadgeProps) {
  return (
    <span className={classNames(styles.badge, styles[tone], large && styles.large, sentence && styles.sentence)}>
      <svg viewBox="0 0 12 12" className={`drawn ${styles.shape}`} aria-hidden="true" focusable="false">
        <path d={SHAPES[tone]} />
      </svg>
      {children}
    </span>
  );
}
