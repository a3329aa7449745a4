import { OrganiserPage } from '../features/organising/organiser-page.tsx';
import { ReportScreen } from '../features/report/report-screen.tsx';
import { texts } from '../features/report/texts.ts';

/** `/get-bookings-report`: the bookings report. */
export default function BookingsReport() {
  return (
    <OrganiserPage needs="organiser" purpose={texts.purpose} wide>
      <ReportScreen />
    </OrganiserPage>
  );
}
