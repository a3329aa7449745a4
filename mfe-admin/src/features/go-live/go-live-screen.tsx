import { goLiveRoutes, type GoLive } from '@concert/contracts/booking/go-live';
import type { ReadinessRow } from '@concert/contracts/core/readiness';
import { saleInWords } from '@concert/contracts/booking/sale-words';
import { Button } from '@concert/design-system/button.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Read } from '@concert/design-system/read.tsx';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useState } from 'react';
import { CheckRow, type CheckRowProps } from './check-row.tsx';
import { OpenSaleDialog } from './open-sale-dialog.tsx';
import { texts as words } from './texts.ts';

/** Every check with its state, and the sale's opening once none is red. */
export function GoLiveScreen() {
  const seen = useRoute(goLiveRoutes.showGoLive, {});
  const [asked, setAsked] = useState(false);
  const show = (value: GoLive) => seen.set(() => value);
  return (
    <Read reading={seen} words={words} shape="field" count={6}>
      {(goLive) => (
        <div className="stack-24">
          <Verdict goLive={goLive} onOpen={() => setAsked(true)} />
          <section className="stack-24" aria-labelledby="checks">
            <div className="row-8-16">
              <h2 id="checks" className="size-3">
                {words.checks}
              </h2>
              <Button variant="secondary" onClick={seen.again}>
                {words.look}
              </Button>
            </div>
            <Checks states={['red', 'unknown', 'advice']} goLive={goLive} onConfirmed={show} />
            <details hidden={fine(goLive) === 0}>
              <summary>{words.fine(fine(goLive))}</summary>
              <Checks states={['green']} goLive={goLive} onConfirmed={show} />
            </details>
          </section>
          {asked && (
            <OpenSaleDialog
              version={goLive.version}
              onClose={() => setAsked(false)}
              onOpened={(opened) => {
                setAsked(false);
                show(opened);
              }}
              onRefused={seen.again}
            />
          )}
        </div>
      )}
    </Read>
  );
}

const fine = ({ rows }: GoLive) => rows.filter(({ state }) => state === 'green').length;

interface ChecksProps extends Pick<CheckRowProps, 'onConfirmed'> {
  /** In the order in which they are shown. */
  readonly states: readonly ReadinessRow['state'][];
  readonly goLive: GoLive;
}

function Checks({ states, goLive: { rows, version }, onConfirmed }: ChecksProps) {
  const shown = states.flatMap((state) => rows.filter((row) => row.state === state));
  return (
    <ul className="stack-12 plain-list">
      {shown.map((row) => (
        <CheckRow key={row.id} row={row} version={version} onConfirmed={onConfirmed} />
      ))}
    </ul>
  );
}

/** Whether the sale can be opened, and the button that does. */
function Verdict({ goLive: { isDraft, mode, rows }, onOpen }: { goLive: GoLive; onOpen: () => void }) {
  const { concert } = useSession();
  const red = rows.filter(({ state }) => state === 'red').length;
  const settings = <LinkButton to="/concert-settings" variant="secondary" text={words.settings} />;
  if (!isDraft)
    return (
      <Notice tone="info" title={concert?.sale.opensAt ? saleInWords(concert) : words.opened} live="polite" action={settings}>
        {words.openedText}
      </Notice>
    );
  if (red > 0)
    return (
      <Notice tone="warn" title={words.red(red)} live="polite" action={mode === 'test' && settings}>
        <p>{words.redText}</p>
        {mode === 'test' && <p>{words.rehearsal}</p>}
      </Notice>
    );
  return (
    <Notice tone="good" title={words.ready} live="polite" action={<Button onClick={onOpen}>{words.open}</Button>}>
      {words.readyText}
    </Notice>
  );
}
