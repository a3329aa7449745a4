import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** What it stands in for: lines of text, a heading, a field, a card. */
  shape?: 'lines' | 'heading' | 'field' | 'card';
  /** How many of them. */
  count?: number;
  /** Announced while waiting. One skeleton of a page has it, the others are silent. */
  label?: string;
}

/** Keeps the layout while something is loaded, without moving. */
export function Skeleton({ shape = 'lines', count = shape === 'lines' ? 3 : 1, label }: SkeletonProps) {
  return (
    <div className={styles.skeleton} {...(label ? { role: 'status' } : { 'aria-hidden': true })}>
      {label && <span className="visually-hidden">{label}</span>}
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className={styles[shape]} />
      ))}
    </div>
  );
}
