import { PageHeading } from '@concert/design-system/page.tsx';
import { reportRoutes, MAX_REPORT_ROWS, type Report, type ReportRow } from '@concert/contracts/booking/reports';
import { Button } from '@concert/design-system/button.tsx';
import { Read } from '@concert/design-system/read.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import type { PagedReading } from '@concert/web-kit/reading/use-pages.ts';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useOpenRow } from '../paged-list/open-row.tsx';
import { BookingPanel } from './booking-panel.tsx';
import { DownloadButtons, DownloadFailed, useReportDownload } from './download-button.tsx';
import { figuresInWords } from './figures.ts';
import { formatCount } from './money.ts';
import { isUnfiltered, questionFromQuery, rowsIn, type ReportQuery } from './question.ts';
import { ReportFilters } from './report-filters.tsx';
import { ReportList } from './report-list.tsx';
import { ReportTotals } from './report-totals.tsx';
import { texts } from './texts.ts';
import { useRows } from './use-rows.ts';
import styles from './report-screen.module.css';

const ALL: ReportQuery = { search: '', seating: '', status: '', sort: '-created' };

/** The figures in a line, then every booking, with one search over all of them. */
export function ReportScreen() {
  const { concert, pageTitle } = useSession();
  const [query] = useSearchParams();
  const download = useReportDownload();
  const totals = useRoute(reportRoutes.showReport, {});
  const [open, setOpen] = useState(false);
  const question = questionFromQuery(query);
  const list = useRows(question);
  const { printing, print } = usePrinting(list);
  const { open: bookingId, close } = useOpenRow('booking');
  const report = totals.value;
  const timeZone = report?.timeZone ?? concert?.timeZone ?? 'UTC';
  const found = isUnfiltered(question) || (list.value?.length ?? 0) > MAX_REPORT_ROWS ? undefined : list.value?.map(({ id }) => id);
  return (
    <div className={`one-column ${styles.screen}`}>
      <PageHeading
        title={pageTitle}
        className={styles.heading}
        action={
          <div className={`wrapping ${styles.tools}`}>
            {report ? (
              <button
                type="button"
                className={`strong row-target bare ${styles.figures}`}
                aria-expanded={open}
                aria-controls="report-figures"
                onClick={() => setOpen(!open)}
              >
                {figuresInWords(report)}
              </button>
            ) : (
              <span />
            )}
            <Button variant="secondary" className={styles.print} busy={printing} busyText={texts.list.reading} onClick={print}>
              {texts.print}
            </Button>
            <DownloadButtons download={download} total={report && rowsIn(report.cells, ALL)} found={found} />
          </div>
        }
      />
      <DownloadFailed {...download} />
      <div id="report-figures" className={styles.figuresBox}>
        <Read
          reading={totals}
          words={{ failed: texts.totals.failed }}
          skeleton={open && <Skeleton shape="card" count={2} label={texts.totals.reading} />}
        >
          {(read) => open && <ReportTotals report={read} />}
        </Read>
      </div>
      <ReportFilters question={question} count={countInWords(list, question, report)} />
      <ReportList list={list} question={question} timeZone={timeZone} />
      {bookingId && <BookingPanel key={bookingId} bookingId={bookingId} timeZone={timeZone} onClose={close} />}
    </div>
  );
}

/** Prints the list once all of it is read. */
function usePrinting({ value, hasMore, readingMore, moreFailed, more }: PagedReading<ReportRow>) {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    if (!printing || readingMore) return;
    if (hasMore && !moreFailed) {
      more();
      return;
    }
    setPrinting(false);
    if (!moreFailed) window.print();
    // `more` is another function at each drawing.
  }, [printing, value, hasMore, readingMore, moreFailed]); // eslint-disable-line react-hooks/exhaustive-deps
  const print = () => {
    if (hasMore) more();
    setPrinting(true);
  };
  return { printing, print };
}

/** How many rows are shown, and of how many once that is known. */
function countInWords({ value, hasMore }: PagedReading<ReportRow>, question: ReportQuery, report: Report | undefined): string {
  const words = texts.list;
  if (!value || value.length === 0) return '';
  const shown = formatCount(value.length);
  if (question.search) return words.found(shown, hasMore);
  return report ? words.shownOf(shown, formatCount(Math.max(rowsIn(report.cells, question), value.length))) : words.shown(shown);
}
