import { disputeFileRoutes } from '@concert/contracts/booking/dispute-file';
import { Button } from '@concert/design-system/button.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { PageHeading } from '@concert/design-system/page-heading.tsx';
import { Read } from '@concert/design-system/read.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import styles from './booking-panel.module.css';
import { texts } from './panel-texts.ts';

const words = texts.disputeFile;

/** What belongs in an answer to a dispute: one page to print, and its text to copy. Each look is noted in the audit log. */
export function DisputeFile({ bookingId }: { bookingId: string }) {
  const made = useRoute(disputeFileRoutes.makeDisputeFile, { params: { bookingId } });
  const [said, setSaid] = useState('');
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(words.copied);
    } catch {
      setSaid(words.notCopied);
    }
  };
  return (
    <div className="stack-24">
      <PageHeading title={words.title} lede={words.lede} className={styles.unprinted} />
      <Read reading={made} words={words} skeleton={<Skeleton shape="card" count={3} label={words.reading} />}>
        {({ sections, text }) => (
          <>
            <div className="row-12">
              <Button onClick={() => window.print()}>{words.print}</Button>
              <Button variant="secondary" onClick={() => void copy(text)}>
                {words.copy}
              </Button>
              <LinkButton as={Link} to={`/get-bookings-report?booking=${bookingId}`} variant="plain" text={words.back} />
              <span role="status">{said}</span>
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
