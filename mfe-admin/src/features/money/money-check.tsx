import { formatMoney } from '@concert/contracts/core/money';
import type { ResultOf } from '@concert/contracts/core/route';
import { moneyCheckRoutes, type MoneyCheck as Check, type MoneyCheckResult } from '@concert/contracts/payment/money-check';
import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { DescriptionList } from '@concert/design-system/description-list.tsx';
import { Failure, Notice } from '@concert/design-system/notice.tsx';
import { Moment } from '@concert/web-kit/moment.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { TaskCard } from './task-card.tsx';
import { texts } from './texts.ts';

const words = texts.check;

type State = ResultOf<typeof moneyCheckRoutes.showMoneyCheck>;

/** Whether a comparison has begun and not come to its end. */
export function isUnderWay(state: State | undefined): boolean {
  return state !== undefined && state.check !== null && state.check.state !== 'failed';
}

interface MoneyCheckProps {
  readonly state: State;
  readonly list: ResultOf<typeof moneyCheckRoutes.listMoneyTasks>;
  readonly onChecked: (state: () => State) => void;
  readonly onResolved: () => void;
}

/** Bookings, our record and the payment provider side by side, and what somebody has to look at. */
export function MoneyCheck({ state, list: { items: tasks, next }, onChecked, onResolved }: MoneyCheckProps) {
  const { act, busy, failure } = useAct(moneyCheckRoutes.checkMoney);
  const checkNow = async () => {
    const begun = await act({});
    if (begun.ok) onChecked(() => begun.value);
  };
  return (
    <>
      <Card title={words.title}>
        {state.proof ? <Result result={state.proof} /> : <p>{words.never}</p>}
        <div className="row-8-16">
          <Button variant="secondary" busy={busy || isUnderWay(state)} busyText={words.checking} onClick={() => void checkNow()}>
            {words.button}
          </Button>
          <p className="quiet unprinted">{words.schedule}</p>
        </div>
        {state.check && <UnderWay check={state.check} />}
        <Failure title={words.notChecked} text={failure} />
      </Card>
      <section id="differences" className="stack-24" aria-labelledby="money-tasks">
        <h2 id="money-tasks" className="size-3 apart-16">
          {words.tasksTitle}
        </h2>
        {tasks.length === 0 && <p>{words.noTasks}</p>}
        {tasks.map((task) => (
          <TaskCard key={task.bookingId} task={task} onResolved={onResolved} />
        ))}
        {next !== undefined && <p className="quiet">{words.more}</p>}
      </section>
    </>
  );
}

/** That a comparison is under way, or which side it could not read. */
function UnderWay({ check: { state, startedBy, since, away } }: { check: Check }) {
  if (state === 'failed') {
    return (
      <Notice tone="bad" live="assertive" title={words.notChecked}>
        {away ? words.away[away] : words.broken}
      </Notice>
    );
  }
  return (
    <Notice tone="info" live="polite" title={words[state]}>
      {words.asked(words.startedBy[startedBy])} <Moment at={since} />
    </Notice>
  );
}

function Result({ result }: { result: MoneyCheckResult }) {
  const { bookings, ledger, provider, leavingMinor, givenMinor, settling, open, at, startedBy } = result;
  const equal = bookings.heldMinor === ledger.heldMinor && ledger.heldMinor === provider.heldMinor && open + settling === 0;
  const sides = [
    [words.bookings, bookings],
    [words.ledger, ledger],
    [words.provider, provider],
  ] as const;
  return (
    <>
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
      <DescriptionList
        split
        items={sides.map(([term, { heldMinor, count }]) => ({
          term: words.side(term, count),
          value: formatMoney(heldMinor),
          strong: true,
        }))}
      />
      <p className="quiet">
        {leavingMinor > 0 && `${words.leaving(formatMoney(leavingMinor))} `}
        {givenMinor > 0 && `${words.given(formatMoney(givenMinor))} `}
        {words.made(words.startedBy[startedBy])} <Moment at={at} />
      </p>
    </>
  );
}
