import { useSearchParams } from 'react-router-dom';
import { OrganiserPage } from '../features/organising/organiser-page.tsx';
import { DisputeFile } from '../features/report/dispute-file.tsx';
import { ReportScreen } from '../features/report/report-screen.tsx';
import { texts } from '../features/report/texts.ts';

/** `/get-bookings-report`: the bookings report; with `answer`, the file for an answer to the dispute about a booking. */
export default function BookingsReport() {
  const disputed = useSearchParams()[0].get('answer');
  return (
    <OrganiserPage needs="organiser" words={texts} wide>
      {disputed ? <DisputeFile bookingId={disputed} /> : <ReportScreen />}
    </OrganiserPage>
  );
}
