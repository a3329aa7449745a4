import { OrganiserPage } from '../features/organising/organiser-page.tsx';
import { DownloadButton, useDownload } from '../features/report/download-button.tsx';
import { ReportScreen } from '../features/report/report-screen.tsx';
import { texts } from '../features/report/texts.ts';

/** `/get-bookings-report`: the bookings report. */
export default function BookingsReport() {
  const { purpose, lede } = texts;
  const download = useDownload();
  return (
    <OrganiserPage needs="organiser" purpose={purpose} lede={lede} action={<DownloadButton {...download} />}>
      <ReportScreen download={download} />
    </OrganiserPage>
  );
}
