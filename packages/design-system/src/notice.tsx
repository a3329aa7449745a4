import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './notice.module.css';

export type NoticeTone = 'info' | 'good' | 'warn' | 'bad';

export interface NoticeProps {
  tone?: NoticeTone;
  /** The word that says what kind of notice it is; each tone has one of its own. */
  title?: string;
  /** Heading level of the title where the notice is a part of the page; otherwise it is bold text. */
  titleAs?: 'h2' | 'h3' | 'p';
  /** Read out when it appears: `polite` for news, `assertive` for something that went wrong. */
  live?: 'polite' | 'assertive';
  /** What to do next. */
  action?: ReactNode;
  children?: ReactNode;
}

const WORDS: Readonly<Record<NoticeTone, string>> = { info: 'Please note', good: 'Done', warn: 'Warning', bad: 'Problem' };

const SHAPES: Readonly<Record<NoticeTone, ReactNode>> = {
  info: (
    <>
      <circle cx="12" cy="12" r="10" />
      <path d="M12 11v6M12 7.2v.2" />
    </>
  ),
  good: (
    <>
      <circle cx="12" cy="12" r="10" />
      <path d="m7.4 12.6 3.1 3.1 6.2-6.8" />
    </>
  ),
  warn: (
    <>
      <path d="M12 2.8 22.2 20.6H1.8Z" />
      <path d="M12 9.4v5M12 17.4v.2" />
    </>
  ),
  bad: (
    <>
      <path d="M8 2h8l6 6v8l-6 6H8l-6-6V8Z" />
      <path d="M12 7v6M12 16.6v.2" />
    </>
  ),
};

/** A state of the page in a word, a shape and a colour, with a next step. */
export function Notice({ tone = 'info', title, titleAs: Title = 'p', live, action, children }: NoticeProps) {
  const role = live === 'assertive' ? 'alert' : live === 'polite' ? 'status' : undefined;
  return (
    <div className={classNames(styles.notice, styles[tone])} role={role}>
      <svg viewBox="0 0 24 24" className={`drawn ${styles.shape}`} aria-hidden="true" focusable="false">
        {SHAPES[tone]}
      </svg>
      <div className="stack-8 one-column min-0 anywhere">
        <Title className={styles.title}>{title ?? WORDS[tone]}</Title>
        {children !== undefined && <div className="stack-8 one-column reading">{children}</div>}
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  );
}

/** Why something was not done, read out at once; nothing while there is nothing to tell. @param title what was not done, where the text does not say it */
export function Failure({ title, text }: { title?: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <Notice tone="bad" live="assertive" title={title ?? text}>
      {title && text}
    </Notice>
  );
}
