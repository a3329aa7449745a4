import { bookingRoutes } from '@concert/contracts/booking/http';
import { clockTime } from '@concert/contracts/core/time-in-words';
import { Read } from '@concert/design-system/read.tsx';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import styles from './arrivals.module.css';
import { byDoor, type ArrivalsPicture } from './by-door.ts';
import { texts as words } from './texts.ts';

/** How often the picture is drawn anew. */
const FRESH = { while: () => true, firstMs: 15_000 };
const HEIGHT = 40;

/** How many come in per door and minute, as a picture for each door. */
export function ArrivalsByDoor() {
  const { concert } = useSession();
  const reading = useRoute(bookingRoutes.showArrivals, {}, { follow: FRESH });
  return (
    <section className={`stack-12 ${styles.arrivals}`} aria-labelledby="arrivals">
      <h2 id="arrivals" className="size-3">
        {words.title}
      </h2>
      <Read reading={reading} words={words}>
        {({ arrivals }) => {
          const picture = byDoor(arrivals);
          return picture ? (
            <Doors picture={picture} timeZone={concert?.timeZone ?? 'UTC'} />
          ) : (
            <p className="quiet figures">{words.none}</p>
          );
        }}
      </Read>
    </section>
  );
}

function Doors({ picture: { from, until, highest, doors }, timeZone }: { picture: ArrivalsPicture; timeZone: string }) {
  return (
    <>
      <ul className="stack-16 plain-list">
        {doors.map(({ door, total, minutes, busiest }) => (
          <li key={door}>
            <p className={`wrapping between ${styles.line}`}>
              <span className="strong anywhere min-0">{door}</span>
              <span className="quiet figures">
                {words.people(total)}, {words.busiest(busiest.count, clockTime(busiest.at, timeZone))}
              </span>
            </p>
            <svg
              viewBox={`0 0 ${minutes.length} ${HEIGHT}`}
              preserveAspectRatio="none"
              role="img"
              aria-label={words.picture(door, total, busiest.count, clockTime(busiest.at, timeZone))}
              className={styles.bars}
              focusable="false"
            >
              <path d={minutes.map((count, index) => bar(index, (count / highest) * HEIGHT)).join('')} />
            </svg>
          </li>
        ))}
      </ul>
      <p className={`wrapping between ${styles.line}`}>
        <span className="quiet figures">{clockTime(from, timeZone)}</span>
        <span className="quiet figures">{clockTime(until, timeZone)}</span>
      </p>
    </>
  );
}

function bar(index: number, height: number): string {
  return height > 0 ? `M${index + 0.1} ${HEIGHT}v-${height}h.8v${height}z` : '';
}
