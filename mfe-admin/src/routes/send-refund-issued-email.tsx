import { organiserPage } from '../features/organising/organiser-page.tsx';
import { RefundMails } from '../features/refunds/refund-mails.tsx';
import { mailTexts } from '../features/refunds/texts.ts';

/** `/send-refund-issued-email`: no form; opened by an organiser it has the refund mails sent. */
export default organiserPage('organiser', RefundMails, mailTexts);
