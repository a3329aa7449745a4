import { timelineRoutes } from '@concert/contracts/booking/timeline';
import { formatMoney } from '@concert/contracts/core/money';
import { BOOKS_FILE, booksRoutes, type Books } from '@concert/contracts/payment/books';
import { moneyCheckRoutes } from '@concert/contracts/payment/money-check';
import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { DescriptionList } from '@concert/design-system/description-list.tsx';
import { Read, ReadFailed } from '@concert/design-system/read.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { combinedReading, useRefreshOn } from '@concert/web-kit/reading/reading.ts';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useTimeZone } from '@concert/web-kit/session.tsx';
import { useDownload } from '../organising/use-download.ts';
import { AccountCards } from './account-cards.tsx';
import { FraudWarnings } from './fraud-warnings.tsx';
import { isUnderWay, MoneyCheck } from './money-check.tsx';
import { OpenDisputes } from './open-disputes.tsx';
import { Payouts } from './payouts.tsx';
import styles from './money.module.css';
import { texts as words } from './texts.ts';

/** How often the progress of a comparison is asked for. */
const LOOK_MS = 1_000;
/** Until the account has been read for the first time, its books are asked for anew. */
const UNTIL_READ = { while: (books: Books | undefined) => books?.at === null, firstMs: 5_000 };

/** What somebody has to answer, the account's own books, then the comparison of all three sides. */
export function MoneyScreen() {
  const query = { timeZone: useTimeZone() };
  const books = useRoute(booksRoutes.showBooks, { query }, { onReturn: true, follow: UNTIL_READ });
  const check = useRoute(moneyCheckRoutes.showMoneyCheck, {}, { follow: { while: isUnderWay, firstMs: LOOK_MS } });
  const tasks = useRoute(moneyCheckRoutes.listMoneyTasks, { query: { state: 'open', limit: '100' } });
  const disputed = useRoute(timelineRoutes.listDisputes, {}, { onReturn: true });
  const download = useDownload(booksRoutes.exportBooks, BOOKS_FILE, words.download.done);
  useRefreshOn(`${isUnderWay(check.value)}`, combinedReading(tasks, books));
  const both = combinedReading(check, tasks);

  const skeleton = <Skeleton shape="card" count={3} label={words.reading} />;
  // What is answered late would push away what stands below it.
  if ([books, both, disputed].some(({ value, failure }) => value === undefined && failure === undefined)) return skeleton;
  return (
    <div className={`stack-24 ${styles.money}`}>
      <div className="row-12 unprinted">
        <Button busy={download.state === 'busy'} busyText={words.download.busy} onClick={() => download.start({ query })}>
          {words.download.button}
        </Button>
        <Button variant="secondary" onClick={() => window.print()}>
          {words.print}
        </Button>
      </div>
      {download.state === 'failed' && <ReadFailed words={words.download} failure={words.download.failedText} again={download.again} />}
      {disputed.value && <OpenDisputes {...disputed.value} />}
      <Read reading={books} words={words} skeleton={skeleton}>
        {(read) => (
          <>
            {read.warnings.length > 0 && <FraudWarnings warnings={read.warnings} />}
            <AccountCards books={read} timeZone={query.timeZone} />
            <div className={`stack-16 ${styles.pair}`}>
              <Sold sold={read.sold} />
              <Payouts payouts={read.payouts} />
            </div>
          </>
        )}
      </Read>
      <Read reading={both} words={words.check} skeleton={skeleton}>
        {([state, list]) => <MoneyCheck state={state} list={list} onChecked={check.set} onResolved={both.again} />}
      </Read>
    </div>
  );
}

/** What buyers paid, in the currency they paid in. */
function Sold({ sold: { chargedMinor, refundedMinor, lostMinor, givenMinor } }: Pick<Books, 'sold'>) {
  const { title, left, given, text } = words.sold;
  const { charged, refunded, lost } = words.account.lines;
  const lines = [
    [charged, chargedMinor],
    // Not by a minus alone: there is a zero below zero.
    [refunded, 0 - refundedMinor],
    [lost, 0 - lostMinor],
    [left, chargedMinor - refundedMinor - lostMinor],
    [given, givenMinor],
  ] as const;
  return (
    <Card title={title}>
      <DescriptionList split items={lines.map(([term, minor]) => ({ term, value: formatMoney(minor), strong: term === left }))} />
      <p className="quiet">{text}</p>
    </Card>
  );
}
