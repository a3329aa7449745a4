import type { ElementType, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './card.module.css';

export interface CardProps {
  /** `raised` stands on the page; `sunk` is part of it, for text beside a form. */
  tone?: 'raised' | 'sunk';
  as?: ElementType;
  /** Heading of the card, with its level chosen by the page. */
  title?: ReactNode;
  titleAs?: 'h2' | 'h3' | 'h4';
  /** Short figure at the heading's right. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A quiet box for things that belong together. */
export function Card({ tone = 'raised', as, title, titleAs: Title = 'h2', aside, className, children }: CardProps) {
  const Box: ElementType = as ?? 'section';
  return (
    <Box className={classNames(styles.card, styles[tone], className)}>
      {title !== undefined && (
        <div className={styles.head}>
          <Title className={styles.title}>{title}</Title>
          {aside !== undefined && <span className="quiet figures one-line">{aside}</span>}
        </div>
      )}
      {children}
    </Box>
  );
}
