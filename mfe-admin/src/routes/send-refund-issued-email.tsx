import { ComingSoon } from '../features/organising/coming-soon.tsx';
import { OrganiserPage } from '../features/organising/organiser-page.tsx';
import { texts } from '../texts.ts';

/** `/send-refund-issued-email`: mails to those who were refunded. */
export default function SendRefundIssuedEmail() {
  const { purpose, lede, comes, meanwhile } = texts.refundMails;
  return (
    <OrganiserPage needs="organiser" purpose={purpose} lede={lede}>
      <ComingSoon things={comes} meanwhile={meanwhile} lobes={4} />
    </OrganiserPage>
  );
}
