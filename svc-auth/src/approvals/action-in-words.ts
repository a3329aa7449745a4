import type { BigAction } from '@concert/contracts/auth/approvals';
import { formatMoney } from '@concert/contracts/core/money';

/** What somebody did, after their name, for those who are told. */
export function actionInWords(action: BigAction): string {
  switch (action.kind) {
    case 'cancellation':
      return `cancelled the concert. Reason: ${action.reason}`;
    case 'stop-undone':
      return 'undid the cancellation: the concert takes place after all';
    case 'postponement':
      return `moved the concert: ${action.date}. Reason: ${action.reason}`;
    case 'settings':
      return `changed what buyers pay or where they reach you: ${action.changes}`;
    case 'message-run':
      return `sent a message to ${action.people === 1 ? 'one more person' : `${action.people} people`}: ${action.subject}`;
    case 'timed-message':
      return `changed the text of a scheduled email: ${action.subject}`;
    case 'refund':
      return `refunded ${formatMoney(action.amountMinor)} of booking ${action.bookingId}`;
    case 'refund-run':
      return `started to refund ${action.payments} payments, ${formatMoney(action.amountMinor)} in all`;
    case 'lost-passkeys':
      return `removed ${action.passkeys === 1 ? 'the passkey' : `${action.passkeys} passkeys`} of someone who lost them`;
    case 'role':
      return `changed a role from ${action.from} to ${action.to}`;
  }
}
