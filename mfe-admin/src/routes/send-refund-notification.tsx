import { ComingSoon } from '../features/organising/coming-soon.tsx';
import { OrganiserPage } from '../features/organising/organiser-page.tsx';
import { texts } from '../texts.ts';

/** `/send-refund-notification`: refunds. */
export default function SendRefundNotification() {
  const { purpose, lede, comes, meanwhile } = texts.refunds;
  return (
    <OrganiserPage needs="organiser" purpose={purpose} lede={lede}>
      <ComingSoon things={comes} meanwhile={meanwhile} lobes={3} />
    </OrganiserPage>
  );
}
