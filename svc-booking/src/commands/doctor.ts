import { IdentitySigner } from '@concert/service-kit/identity/identity';
import { systemClock } from '@concert/service-kit/process/clock';
import { databaseSettings, readSettings } from '@concert/service-kit/process/settings';
import { runCommand } from '@concert/service-kit/store/command';
import { MongoAudit } from '../audit-log/mongo-audit.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { HttpNeighbours } from '../go-live/http-neighbours.ts';
import { reportOf } from '../go-live/report.ts';
import { ShowGoLive } from '../go-live/show-go-live.ts';
import { MongoStock } from '../seats/mongo-stock.ts';
import { bookingSettings } from '../settings.ts';

/* What /go-live shows, for whoever stands at the machine. Ends with code 1 while something is red. */

const { AUTH_URL, PAYMENT_URL, NOTIFY_URL, CHECKS_URL, IDENTITY_PRIVATE_KEY, PAYMENTS_LIVE, PUBLIC_ORIGIN, CONTACT_EMAIL } =
  bookingSettings;
const read = () =>
  readSettings({
    ...databaseSettings,
    ...{ AUTH_URL, PAYMENT_URL, NOTIFY_URL, CHECKS_URL, IDENTITY_PRIVATE_KEY, PAYMENTS_LIVE, PUBLIC_ORIGIN, CONTACT_EMAIL },
  });

await runCommand('svc-booking', 'the database does not answer', read, async (connection, settings) => {
  const goLive = new ShowGoLive(
    new MongoConcert(connection, settings.PAYMENTS_LIVE, settings.PUBLIC_ORIGIN, settings.CONTACT_EMAIL),
    new MongoStock(connection),
    new MongoAudit(connection),
    new HttpNeighbours(settings, new IdentitySigner('svc-booking', settings.IDENTITY_PRIVATE_KEY)),
    systemClock,
  );
  const seen = await goLive.look();
  process.stdout.write(`${reportOf(seen)}\n`);
  process.exitCode = seen.rows.some(({ state }) => state === 'red') ? 1 : 0;
});
