import { reportRoutes, type Report } from '@concert/contracts/booking/reports';
import { settingsRoutes, type ConcertSettings } from '@concert/contracts/booking/settings';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Read } from '@concert/design-system/read.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import type { DryRun } from '@concert/contracts/payment/cancellation';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useState } from 'react';
import { CountMoney } from '../refunds/count-money.tsx';
import { TellNowOutcome, useTellNow, type TellNow } from '../message-runs/tell-now.tsx';
import { ChoicesSoFar } from './choices-so-far.tsx';
import { HoldersTable } from './holders-table.tsx';
import { holdersOf } from './holders.ts';
import { PostponeForm } from './postpone-form.tsx';
import { texts as words } from './texts.ts';

/** Postponing in three steps: who holds tickets, their money beside the provider's, the new date. */
export function PostponeScreen() {
  // Here, because everything below begins anew with another date.
  const tellNow = useTellNow('new-date');
  const settings = useRoute(settingsRoutes.showSettings, {});
  const report = useRoute(reportRoutes.showReport, {});
  const skeleton = <Skeleton shape="card" count={2} label={words.reading} />;
  return (
    <Read reading={settings} words={words} skeleton={skeleton}>
      {(now) =>
        now.state === 'cancelled' ? (
          <Cancelled />
        ) : (
          <Read reading={report} words={words} skeleton={skeleton}>
            {(figures) => (
              <>
                <TellNowOutcome {...tellNow} />
                <Steps
                  key={now.version}
                  settings={now}
                  report={figures}
                  tellNow={tellNow}
                  onPostponed={(changed) => {
                    settings.set(() => changed);
                    void tellNow.tell();
                  }}
                  onStale={settings.again}
                />
              </>
            )}
          </Read>
        )
      }
    </Read>
  );
}

function Cancelled() {
  return (
    <Notice
      tone="bad"
      title={words.cancelled.title}
      action={<LinkButton to="/concert-settings" variant="secondary" text={words.cancelled.settings} />}
    >
      {words.cancelled.text}
    </Notice>
  );
}

interface StepsProps {
  readonly tellNow: TellNow;
  readonly settings: ConcertSettings;
  readonly report: Report;
  readonly onPostponed: (settings: ConcertSettings) => void;
  readonly onStale: () => void;
}

function Steps({ settings, report, tellNow, onPostponed, onStale }: StepsProps) {
  const [counted, setCounted] = useState<DryRun | 'not counted'>();
  const holders = holdersOf(report);
  const steps = (
    <>
      <HoldersTable holders={holders} />
      <CountMoney
        counted={counted === 'not counted' ? undefined : counted}
        onCounted={setCounted}
        onFailed={() => setCounted((now) => now ?? 'not counted')}
      />
      <PostponeForm settings={settings} holders={holders} counted={counted} tellNow={tellNow} onPostponed={onPostponed} onStale={onStale} />
    </>
  );
  return (
    <div className="stack-24">{settings.postponement ? <ChoicesSoFar timeZone={settings.date.timeZone}>{steps}</ChoicesSoFar> : steps}</div>
  );
}
