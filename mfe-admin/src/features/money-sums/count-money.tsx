import { formatMoney } from '@concert/contracts/core/money';
import { REFUND_CALL_TIMEOUT_MS } from '@concert/contracts/payment/refunds';
import { cancellationRoutes, type DryRun, type MoneyDifference } from '@concert/contracts/payment/cancellation';
import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { columnsOf, DataTable, type Column } from '@concert/design-system/data-table.tsx';
import { Failure, Notice } from '@concert/design-system/notice.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { MoneySum, MoneySums } from './money-sum.tsx';
import styles from './money-sum.module.css';
import { texts as words } from './texts.ts';

const COLUMNS: readonly Column<MoneyDifference>[] = columnsOf(words.columns, {
  booking: {
    primary: true,
    cell: ({ bookingId }) => (
      <span className="anywhere" translate="no">
        {bookingId ?? words.unknown}
      </span>
    ),
  },
  kind: { cell: ({ kind }) => words.kinds[kind] },
  ours: { numeric: true, cell: ({ oursMinor }) => formatMoney(oursMinor) },
  theirs: { numeric: true, cell: ({ providerMinor }) => formatMoney(providerMinor) },
});

interface CountMoneyProps {
  readonly counted: DryRun | undefined;
  readonly onCounted: (counted: DryRun) => void;
  /** The provider could not be read. */
  readonly onFailed?: () => void;
}

/** Step 2: a dry run, with the sums side by side. */
export function CountMoney({ counted, onCounted, onFailed }: CountMoneyProps) {
  const { act, busy, failure } = useAct(cancellationRoutes.dryRunCancellation, { timeoutMs: REFUND_CALL_TIMEOUT_MS });

  const count = async () => {
    const result = await act({});
    if (result.ok) onCounted(result.value);
    else onFailed?.();
  };

  return (
    <Card title={words.title}>
      <p>{words.text}</p>
      <div className="row-12 apart-16">
        <Button variant={counted ? 'secondary' : 'primary'} busy={busy} busyText={words.busy} onClick={() => void count()}>
          {counted ? words.again : words.button}
        </Button>
      </div>
      <Failure text={failure} />
      {counted && (
        <div className={`stack-16 ${styles.counted}`}>
          <MoneySums>
            <MoneySum term={words.ours} amountMinor={counted.total.amountMinor} count={words.payments(counted.count)} />
            <MoneySum term={words.theirs} amountMinor={counted.provider.total.amountMinor} count={words.payments(counted.provider.count)} />
          </MoneySums>
          {counted.count === 0 && <Notice live="polite" title={words.nothing} />}
          {counted.equal && counted.count > 0 && (
            <Notice tone="good" live="polite" title={words.equal}>
              {words.equalText}
            </Notice>
          )}
          {!counted.equal && (
            <>
              <Notice tone="warn" live="polite" title={words.different}>
                {words.differentText(counted.differenceCount)}
              </Notice>
              <DataTable
                caption={words.caption}
                captionHidden
                columns={COLUMNS}
                rows={counted.differences}
                rowKey={({ paymentIntentId }) => paymentIntentId}
              />
            </>
          )}
          {counted.disputed.count > 0 && (
            <Notice tone="warn" title={words.disputed(counted.disputed.count, formatMoney(counted.disputed.total.amountMinor))} />
          )}
          {counted.lost.count > 0 && <Notice title={words.lost(counted.lost.count, formatMoney(counted.lost.total.amountMinor))} />}
          {counted.given.count > 0 && <Notice title={words.given(counted.given.count, formatMoney(counted.given.total.amountMinor))} />}
          {counted.arriving > 0 && <Notice title={words.arriving(counted.arriving)} />}
        </div>
      )}
    </Card>
  );
}
