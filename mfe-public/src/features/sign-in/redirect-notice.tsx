import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { texts } from '../../texts.ts';
import styles from './sign-in.module.css';

/** Something that succeeded, after which the person is taken to another page. */
export interface Redirect {
  readonly title: string;
  readonly text?: string;
  readonly to: string;
  readonly afterMs: number;
}

/** Says what succeeded, and takes the person to the next page after the specified time or at a press. */
export function RedirectNotice({ title, text, to, afterMs }: Redirect) {
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // The button that had the focus is gone, so screen readers read what it did from here.
    box.current?.focus();
    const timer = setTimeout(() => void navigate(to, { replace: true }), afterMs);
    return () => clearTimeout(timer);
  }, [navigate, to, afterMs]);

  return (
    <div ref={box} tabIndex={-1} className={styles.said}>
      <Notice tone="good" title={title} action={<LinkButton as={Link} to={to} replace variant="secondary" text={texts.form.continueNow} />}>
        {text && <p>{text}</p>}
        <p>{texts.form.goingOn(afterMs / 1_000)}</p>
      </Notice>
    </div>
  );
}
