import { OrganiserPage } from '../features/organising/organiser-page.tsx';
import { RefundMails } from '../features/refunds/refund-mails.tsx';
import { mailTexts } from '../features/refunds/texts.ts';

/** `/send-refund-issued-email`: no form; opened by an organiser it has the refund mails sent. */
export default function SendRefundIssuedEmail() {
  const { purpose, lede } = mailTexts;
  return (
    <OrganiserPage needs="organiser" purpose={purpose} lede={lede}>
      <RefundMails />
    </OrganiserPage>
  );
}
