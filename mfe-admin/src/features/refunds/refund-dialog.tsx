import { formatMoney } from '@concert/contracts/core/money';
import type { RefundRow } from '@concert/contracts/payment/refunds';
import { Button } from '@concert/design-system/button.tsx';
import { Dialog } from '@concert/design-system/dialog.tsx';
import { texts as words } from './texts.ts';

export interface RefundDialogProps {
  readonly row: RefundRow;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (row: RefundRow) => void;
  /** Returns a part of it instead. */
  readonly onPart?: (row: RefundRow) => void;
}

/** Asks before money is sent back. */
export function RefundDialog({ row, open, onClose, onConfirm, onPart }: RefundDialogProps) {
  return (
    <Dialog
      open={open}
      title={words.dialog.title(row.name)}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {words.dialog.keep}
          </Button>
          {onPart && row.divisible && (
            <Button variant="secondary" aria-label={words.partOf(row.name)} onClick={() => onPart(row)}>
              {words.part}
            </Button>
          )}
          <Button variant="danger" onClick={() => onConfirm(row)}>
            {words.dialog.confirm(formatMoney(row.amount))}
          </Button>
        </>
      }
    >
      {row.refund?.state === 'failed' && !row.refund.part && <p>{words.dialog.onceMore}</p>}
      <p>{words.dialog.text(formatMoney(row.amount))}</p>
      <p>
        <strong>{words.dialog.cannot}</strong>
      </p>
    </Dialog>
  );
}
