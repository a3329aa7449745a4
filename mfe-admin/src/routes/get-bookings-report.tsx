import { ComingSoon } from '../features/organising/coming-soon.tsx';
import { OrganiserPage } from '../features/organising/organiser-page.tsx';
import { texts } from '../texts.ts';

/** `/get-bookings-report`: the bookings report. */
export default function BookingsReport() {
  const { purpose, lede, comes, meanwhile } = texts.report;
  return (
    <OrganiserPage needs="organiser" purpose={purpose} lede={lede}>
      <ComingSoon things={comes} meanwhile={meanwhile} lobes={12} />
    </OrganiserPage>
  );
}
