import { Button } from '@concert/design-system/button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useState } from 'react';
import { bookingApi } from '../../clients.ts';
import { texts } from '../../texts.ts';
import styles from './audit.module.css';

const words = texts.audit;
type Checked = { readonly entries: number; readonly brokenAt?: number | undefined } | { readonly failed: string };

/** Reads the whole log on the server and says whether every entry is still what was written. */
export function ChainCheck() {
  const [busy, setBusy] = useState(false);
  const [checked, setChecked] = useState<Checked>();
  const check = async () => {
    setBusy(true);
    setChecked(undefined);
    const result = await bookingApi.verifyActs();
    setBusy(false);
    setChecked(result.ok ? result.value : { failed: problemText(result.problem) });
  };
  return (
    <div className={styles.check}>
      <Button variant="secondary" busy={busy} busyText={words.verifying} onClick={() => void check()}>
        {words.verify}
      </Button>
      {checked && <Outcome checked={checked} />}
    </div>
  );
}

function Outcome({ checked }: { checked: Checked }) {
  if ('failed' in checked) {
    return (
      <Notice tone="bad" live="assertive" title={words.notVerified}>
        {checked.failed}
      </Notice>
    );
  }
  if (checked.brokenAt !== undefined) {
    return (
      <Notice tone="bad" live="assertive" title={words.broken(String(checked.brokenAt))}>
        {words.brokenText}
      </Notice>
    );
  }
  return <Notice tone="good" live="polite" title={words.intact(new Intl.NumberFormat('en-US').format(checked.entries))} />;
}
