import { reportRoutes } from '@concert/contracts/booking/reports';
import { Read } from '@concert/design-system/read.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useSearchParams } from 'react-router-dom';
import { DeskLine } from '../desk-line/desk-line.tsx';
import { BookingPanel } from './booking-panel.tsx';
import { DownloadProgress, type Download } from './download-button.tsx';
import { questionFromQuery } from './question.ts';
import { ReportFilters } from './report-filters.tsx';
import { ReportList } from './report-list.tsx';
import { ReportTotals } from './report-totals.tsx';
import { texts } from './texts.ts';
import styles from './report.module.css';

/** What waits at the desk, then totals, then every booking, with one search over all of them. */
export function ReportScreen({ download }: { download: Download }) {
  const { concert } = useSession();
  const [query, setQuery] = useSearchParams();
  const totals = useRoute(reportRoutes.showReport, {});
  const question = questionFromQuery(query);
  const bookingId = query.get('booking');
  const report = totals.value;
  const timeZone = report?.timeZone ?? concert?.timeZone ?? 'UTC';
  const close = () =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('booking');
        return next;
      },
      { preventScrollReset: true },
    );
  return (
    <div className={styles.screen}>
      <DeskLine />
      <DownloadProgress {...download} />
      <Read
        reading={totals}
        words={{ failed: texts.totals.failed, again: texts.list.again }}
        skeleton={<Skeleton shape="card" count={2} label={texts.totals.reading} />}
      >
        {(read) => <ReportTotals report={read} />}
      </Read>
      <ReportFilters question={question} />
      <ReportList question={question} cells={report?.cells ?? []} timeZone={timeZone} />
      {bookingId && <BookingPanel key={bookingId} bookingId={bookingId} timeZone={timeZone} onClose={close} />}
    </div>
  );
}
