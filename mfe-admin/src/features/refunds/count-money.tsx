import { formatMoney } from '@concert/contracts/core/money';
import { REFUND_CALL_TIMEOUT_MS } from '@concert/contracts/payment/refunds';
import { cancellationRoutes, type DryRun, type MoneyDifference } from '@concert/contracts/payment/cancellation';
import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { columnsOf, DataTable, type Column } from '@concert/design-system/data-table.tsx';
import { DescriptionList } from '@concert/design-system/description-list.tsx';
import { Failure, Notice } from '@concert/design-system/notice.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { countTexts as words } from './texts.ts';

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
        <div className="stack-16 apart-16">
          <DescriptionList
            split
            items={[
              { term: words.ours(counted.count), value: formatMoney(counted.total.amountMinor), strong: true },
              { term: words.theirs(counted.provider.count), value: formatMoney(counted.provider.total.amountMinor), strong: true },
            ]}
          />
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
          <Balance counted={counted} />
          {besidesOf(counted).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
    </Card>
  );
}

/** What is not among the refunds, and why. */
function besidesOf({ disputed, lost, given, arriving }: DryRun): string[] {
  const kinds = [
    [words.disputed, disputed],
    [words.lost, lost],
    [words.given, given],
  ] as const;
  const besides = kinds.flatMap(([inWords, { count, total }]) => (count > 0 ? [inWords(count, formatMoney(total.amountMinor))] : []));
  return arriving > 0 ? [...besides, words.arriving(arriving)] : besides;
}

/** Whether the balance at the provider is enough for the refunds, and what happens where it is not: an account may be kept in other money. */
function Balance({ counted: { total, balance } }: { counted: DryRun }) {
  if (total.amountMinor === 0) return null;
  return balance.map(({ currency, availableMinor, pendingMinor }) => {
    const [available, pending] = [formatMoney(availableMinor, currency), formatMoney(pendingMinor, currency)];
    if (currency !== total.currency) return <p key={currency}>{words.balance.otherwise(currency, available, pending)}</p>;
    if (availableMinor >= total.amountMinor) return <p key={currency}>{words.balance.enough(available)}</p>;
    return (
      <Notice key={currency} tone="warn" title={words.balance.short}>
        {words.balance.shortText(available, pending)}
      </Notice>
    );
  });
}
