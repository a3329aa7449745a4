import { formatMoney } from '@concert/contracts/core/money';
import type { RefundRow } from '@concert/contracts/payment/refunds';
import { ConfirmDialog } from '@concert/design-system/confirm-dialog.tsx';
import { texts } from './texts.ts';

const words = texts.dialog;

export interface RefundDialogProps {
  /** At least one. */
  readonly rows: readonly RefundRow[];
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** All that would go back, in minor units. */
export function sumOf(rows: readonly RefundRow[]): number {
  return rows.reduce((sum, { amount }) => sum + amount, 0);
}

/** Asks before money is sent back: once, for one booking or for several. */
export function RefundDialog({ rows, open, onClose, onConfirm }: RefundDialogProps) {
  const amount = formatMoney(sumOf(rows));
  const again = rows.some(({ refund }) => refund?.state === 'failed' && !refund.part);
  return (
    <ConfirmDialog
      open={open}
      title={rows.length === 1 ? words.title(rows[0]?.name ?? '') : words.titleOf(rows.length)}
      onClose={onClose}
      words={{ keep: words.keep(rows.length), confirm: words.confirm(amount) }}
      onConfirm={onConfirm}
    >
      {again && <p>{words.onceMore(rows.length)}</p>}
      <p>{words.text(amount, rows.length)}</p>
      {rows.length > 1 && <p className="quiet small anywhere">{rows.map((row) => `${row.name} ${formatMoney(row.amount)}`).join(', ')}</p>}
      <p>
        <strong>{words.cannot}</strong>
      </p>
    </ConfirmDialog>
  );
}
