import { auditRoutes } from '@concert/contracts/booking/audit';
import type { ResultOf } from '@concert/contracts/core/route';
import { Button } from '@concert/design-system/button.tsx';
import { Failure, Notice } from '@concert/design-system/notice.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useState } from 'react';
import { texts as words } from './texts.ts';

type Checked = ResultOf<typeof auditRoutes.verifyActs>;

/** Has the server read the whole log, and says whether every entry is still what was written. */
export function ChainCheck() {
  const { act, busy, failure } = useAct(auditRoutes.verifyActs);
  const [checked, setChecked] = useState<Checked>();
  const check = async () => {
    setChecked(undefined);
    const result = await act({});
    if (result.ok) setChecked(result.value);
  };
  return (
    <div className="stack-12 items-start">
      <Button variant="secondary" busy={busy} busyText={words.verifying} onClick={() => void check()}>
        {words.verify}
      </Button>
      <Failure title={words.notVerified} text={failure} />
      {checked && <Outcome checked={checked} />}
    </div>
  );
}

function Outcome({ checked }: { checked: Checked }) {
  if (checked.brokenAt !== undefined) {
    return (
      <Notice tone="bad" live="assertive" title={words.broken(String(checked.brokenAt))}>
        {words.brokenText}
      </Notice>
    );
  }
  if (checked.breaks) {
    return (
      <Notice tone="warn" live="polite" title={words.gaps(checked.breaks.map(({ from, to }) => words.gap(from, to)).join(', '))}>
        {words.gapsText}
      </Notice>
    );
  }
  return <Notice tone="good" live="polite" title={words.intact(new Intl.NumberFormat('en-US').format(checked.entries))} />;
}
