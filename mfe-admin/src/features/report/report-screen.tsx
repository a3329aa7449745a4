import { Button } from '@concert/design-system/button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useSearchParams } from 'react-router-dom';
import { texts } from '../../texts.ts';
import { DownloadProgress, type Download } from './download-button.tsx';
import { questionIn } from './question.ts';
import { ReportFilters } from './report-filters.tsx';
import { ReportList } from './report-list.tsx';
import { ReportTotals } from './report-totals.tsx';
import { TimelineDialog } from './timeline-dialog.tsx';
import { useReport } from './use-report.ts';
import styles from './report.module.css';

/** Totals first, then every booking, with one search over all of them. */
export function ReportScreen({ download }: { download: Download }) {
  const { concert } = useSession();
  const [query, setQuery] = useSearchParams();
  const { read, again } = useReport();
  const question = questionIn(query);
  const bookingId = query.get('booking');
  const report = read.state === 'read' ? read.report : undefined;
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
      <DownloadProgress {...download} />
      {read.state === 'reading' && <Skeleton shape="card" count={2} label={texts.report.totals.reading} />}
      {read.state === 'failed' && (
        <Notice
          tone="bad"
          live="assertive"
          title={texts.report.totals.failed}
          action={
            <Button variant="secondary" onClick={again}>
              {texts.report.list.again}
            </Button>
          }
        >
          {problemText(read.problem)}
        </Notice>
      )}
      {report && <ReportTotals report={report} />}
      <ReportFilters question={question} />
      <ReportList question={question} cells={report?.cells ?? []} timeZone={timeZone} />
      {bookingId && <TimelineDialog key={bookingId} bookingId={bookingId} timeZone={timeZone} onClose={close} />}
    </div>
  );
}
