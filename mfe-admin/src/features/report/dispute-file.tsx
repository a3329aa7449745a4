import { PageHeading } from '@concert/design-system/page.tsx';
import { disputeFileRoutes } from '@concert/contracts/booking/dispute-file';
import { Button } from '@concert/design-system/button.tsx';
import { copyText } from '@concert/design-system/copy-text.ts';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Read } from '@concert/design-system/read.tsx';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import styles from './booking-panel.module.css';
import { texts } from './panel-texts.ts';

const words = texts.disputeFile;

/** What belongs in an answer to a dispute: one page to print, and its text to copy. Each look is noted in the audit log. */
export function DisputeFile({ bookingId }: { bookingId: string }) {
  const made = useRoute(disputeFileRoutes.makeDisputeFile, { params: { bookingId } });
  return (
    <div className="stack-24">
      <PageHeading title={words.title} lede={words.lede} className="unprinted" />
      <Read reading={made} words={words} shape="card" count={3}>
        {({ sections, text }) => (
          <>
            <div className="row-12">
              <Button onClick={() => window.print()}>{words.print}</Button>
              <Button variant="secondary" onClick={() => void copyText(text, words)}>
                {words.copy}
              </Button>
              <LinkButton to={`/get-bookings-report?booking=${bookingId}`} variant="plain" text={words.back} />
            </div>
            {sections.map(({ title, lines }) => (
              <section key={title} className={`anywhere ${styles.file}`}>
                <h2 className="size-3">{title}</h2>
                <ul>
                  {lines.map((line, index) => (
                    <li key={index}>{line}</li>
                  ))}
                </ul>
              </section>
            ))}
          </>
        )}
      </Read>
    </div>
  );
}
