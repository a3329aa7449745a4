import { CHOICE, DESK, GUEST, REFERRED, REFUND, RESERVE, SETTINGS } from './access-pages.ts';
import type { Evidence } from './access-proof.ts';

/** What was done by the keyboard alone, and where it went through the whole page. */
export const BY_KEYBOARD: readonly Evidence[] = [
  { pages: { only: RESERVE }, tests: ['keyboardOrder'] },
  { pages: { only: CHOICE }, tests: ['keyboardChoice'] },
  { pages: { only: REFUND }, tests: ['keyboardRefund', 'keyboardRefundLink'] },
  { pages: { only: GUEST }, tests: ['keyboardGuest'] },
  { pages: { only: SETTINGS }, tests: ['keyboardSettings'] },
  { pages: { only: DESK }, tests: ['keyboardDesk'] },
  { pages: { except: REFERRED }, tests: ['keys'] },
];
