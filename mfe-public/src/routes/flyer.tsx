import { concertDate } from '@concert/contracts/booking/concert-date';
import { lowestPriceInWords } from '@concert/contracts/booking/seating';
import { Button } from '@concert/design-system/button.tsx';
import { Page, PageHeading } from '@concert/design-system/page.tsx';
import { QrCode } from '@concert/design-system/qr-code.tsx';
import { Rings } from '@concert/design-system/rings.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import { texts } from '../texts.ts';
import styles from './flyer.module.css';

const words = texts.flyer;

/** `/flyer`: one sheet to print, of what the concert says now. */
export default function Flyer() {
  const { pageTitle, concert } = useSession();
  return (
    <Page>
      <PageHeading
        title={pageTitle}
        lede={words.lede}
        action={<Button onClick={() => window.print()}>{words.print}</Button>}
        className="unprinted"
      />
      {concert === null && <p>{words.unreachable}</p>}
      {concert && (
        <article className={`anywhere ${styles.flyer}`} aria-label={concert.title} dir="auto">
          <Rings lobes={7} tone="warm" line={0.5} className={styles.rings} />
          <p className={styles.title}>{concert.title}</p>
          <p className={styles.performer} data-optional="performer">
            {concert.performer ?? ''}
          </p>
          <p className={`strong ${styles.date}`}>{concert.state === 'cancelled' ? words.cancelled : concertDate(concert)}</p>
          <p>{`${concert.venue.name}, ${concert.venue.address}`}</p>
          <div className={`wrapping ${styles.way}`}>
            <QrCode text={concert.siteUrl} label={words.code(concert.siteUrl)} level="H" />
            <p>
              {concert.saleState === 'open' && <span className={styles.price}>{lowestPriceInWords(concert)}</span>}
              <strong>{concert.siteUrl.replace(/^https?:\/\//, '').replace(/\/$/, '')}</strong>
            </p>
          </div>
        </article>
      )}
    </Page>
  );
}
