import { FormDone } from '@concert/design-system/form.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { texts } from '../../texts.ts';

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
  useEffect(() => {
    const timer = setTimeout(() => void navigate(to, { replace: true }), afterMs);
    return () => clearTimeout(timer);
  }, [navigate, to, afterMs]);

  return (
    <FormDone>
      <Notice tone="good" title={title} action={<LinkButton to={to} replace variant="secondary" text={texts.form.continueNow} />}>
        {text && <p>{text}</p>}
        <p>{texts.form.goingOn(afterMs / 1_000)}</p>
      </Notice>
    </FormDone>
  );
}
