import { OrganiserPage } from '../features/organising/organiser-page.tsx';
import { RefundsScreen } from '../features/refunds/refunds-screen.tsx';
import { BookingPanel } from '../features/report/booking-panel.tsx';
import { texts } from '../features/refunds/texts.ts';

/** `/send-refund-notification`: refunds. */
export default function SendRefundNotification() {
  return (
    <OrganiserPage needs="organiser" words={texts}>
      <RefundsScreen Panel={BookingPanel} />
    </OrganiserPage>
  );
}
