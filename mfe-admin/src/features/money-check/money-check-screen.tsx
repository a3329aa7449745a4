import { timelineRoutes } from '@concert/contracts/booking/timeline';
import { formatMoney } from '@concert/contracts/core/money';
import type { ResultOf } from '@concert/contracts/core/route';
import { moneyCheckRoutes, type MoneyCheck, type MoneyCheckResult } from '@concert/contracts/payment/money-check';
import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { Failure, Notice } from '@concert/design-system/notice.tsx';
import { Read } from '@concert/design-system/read.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { Moment } from '@concert/web-kit/moment.tsx';
import { combinedReading, useRefreshOn } from '@concert/web-kit/reading/reading.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { MoneySum, MoneySums } from '../money-sums/money-sum.tsx';
import { OpenDisputes } from './open-disputes.tsx';
import { TaskCard } from './task-card.tsx';
import { texts as words } from './texts.ts';

/** How often the progress of a comparison is asked for. */
const LOOK_MS = 1_000;

function isUnderWay(state: ResultOf<typeof moneyCheckRoutes.showMoneyCheck> | undefined): boolean {
  return state !== undefined && state.check !== null && state.check.state !== 'failed';
}

/** Three sums side by side, and what somebody has to look at. */
export function MoneyCheckScreen() {
  const sums = useRoute(moneyCheckRoutes.showMoneyCheck, {}, { follow: { while: isUnderWay, firstMs: LOOK_MS } });
  const differences = useRoute(moneyCheckRoutes.listMoneyTasks, { query: { state: 'open', limit: '100' } });
  const disputed = useRoute(timelineRoutes.listDisputes, {}, { onReturn: true });
  const { act, busy, failure } = useAct(moneyCheckRoutes.checkMoney);
  const checking = busy || isUnderWay(sums.value);
  useRefreshOn(`${checking}`, differences);
  const both = combinedReading(sums, differences);

  const checkNow = async () => {
    const begun = await act({});
    if (begun.ok) sums.set(() => begun.value);
  };
  const skeleton = <Skeleton shape="field" count={3} label={words.reading} />;
  // They stand above all else, and would push it away.
  if (disputed.value === undefined && disputed.failure === undefined) return skeleton;
  return (
    <Read reading={both} words={words} skeleton={skeleton}>
      {([{ proof: result, check }, { items: tasks, next }]) => (
        <div className="stack-24">
          {disputed.value && <OpenDisputes {...disputed.value} />}
          <Card title={words.sumsTitle}>
            {result ? <Sums result={result} /> : <p>{words.never}</p>}
            <div className="row-8-16 apart-16">
              <Button busy={checking} busyText={words.checking} onClick={() => void checkNow()}>
                {words.check}
              </Button>
              <p className="quiet">{words.schedule}</p>
            </div>
            {check && <UnderWay check={check} />}
            <Failure title={words.notChecked} text={failure} />
          </Card>
          <section className="stack-24" aria-labelledby="money-tasks">
            <h2 id="money-tasks" className="size-3 apart-16">
              {words.tasksTitle}
            </h2>
            {tasks.length === 0 && <p>{words.noTasks}</p>}
            {tasks.map((task) => (
              <TaskCard key={task.bookingId} task={task} onResolved={both.again} />
            ))}
            {next !== undefined && <p className="quiet">{words.more}</p>}
          </section>
        </div>
      )}
    </Read>
  );
}

/** The progress of the comparison, or which side it could not read. */
function UnderWay({ check: { state, startedBy, since, step, payments, away } }: { check: MoneyCheck }) {
  if (state === 'failed') {
    return (
      <Notice tone="bad" live="assertive" title={words.notChecked}>
        {away ? words.away[away] : words.broken}
      </Notice>
    );
  }
  return (
    <Notice tone="info" live="polite" title={words.steps[step ?? 'waiting']}>
      {payments > 0 && `${words.read(payments)} `}
      {words.asked(words.startedBy[startedBy])} <Moment at={since} />
    </Notice>
  );
}

function Sums({ result }: { result: MoneyCheckResult }) {
  const { bookings, ledger, provider, leavingMinor, givenMinor, settling, open, at, startedBy } = result;
  const equal = bookings.heldMinor === ledger.heldMinor && ledger.heldMinor === provider.heldMinor && open + settling === 0;
  return (
    <div className="stack-16">
      {equal && (
        <Notice tone="good" live="polite" title={words.equal}>
          {words.equalText}
        </Notice>
      )}
      {open > 0 && (
        <Notice tone="bad" live="polite" title={words.open(open)}>
          {words.openText}
        </Notice>
      )}
      {settling > 0 && (
        <Notice tone="warn" live="polite" title={words.settling(settling)}>
          {words.settlingText}
        </Notice>
      )}
      <MoneySums>
        <MoneySum term={words.bookings} amountMinor={bookings.heldMinor} count={words.bookingCount(bookings.count)} />
        <MoneySum term={words.ledger} amountMinor={ledger.heldMinor} count={words.paymentCount(ledger.count)} />
        <MoneySum term={words.provider} amountMinor={provider.heldMinor} count={words.paymentCount(provider.count)} />
      </MoneySums>
      <p className="quiet">
        {leavingMinor > 0 && `${words.leaving(formatMoney(leavingMinor))} `}
        {givenMinor > 0 && `${words.given(formatMoney(givenMinor))} `}
        {words.made(words.startedBy[startedBy])} <Moment at={at} />
      </p>
    </div>
  );
}
