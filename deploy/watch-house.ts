import { createServer, type OutgoingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { HOUR_MS } from '@concert/contracts/core/durations';
import type { HouseLook } from '@concert/contracts/core/readiness';
import { Metrics } from '@concert/service-kit/process/metrics';
import { serveMetrics } from '@concert/service-kit/process/metrics-server';
import { Door, DOOR, DOOR_HEADER } from './checks/door.ts';
import { realHouse, realNet, type Entrance } from './checks/house.ts';
import { lookAtHouse } from './checks/table.ts';

/*
 * The process `checks` of docker-compose.yml: looks at the house when it starts and every hour, and tells svc-booking (`/rows`) and Prometheus what
 * it saw. To strangers, who come by Caddy, it answers at the address of the check of the doors alone.
 */

/** What was seen so lately is not looked at again, however often it is asked for. */
const FRESH_MS = 60_000;
/** How long whoever asks waits for a new look. */
const PATIENCE_MS = 5_000;

const door = new Door();
/** The ports 80 and 443 are those of Caddy. */
function entrance(): Promise<Entrance> {
  const body = door.issue();
  return Promise.resolve({ ask: { path: `${DOOR}${body}`, body }, held: new Map(), close: () => undefined });
}
const house = realHouse(process.env, {
  from: 'inside',
  backups: '/backups',
  folders: ['/', '/backups'],
  net: { ...realNet(), ...(process.env['DOMAIN'] && { entrance }) },
});

let seen: (Pick<HouseLook, 'rows'> & { readonly at: number }) | undefined;
let looking: Promise<void> | undefined;
const begun = performance.now();
const ageMs = () => performance.now() - (seen?.at ?? begun);

const look = () =>
  (looking ??= lookAtHouse(house)
    .then((rows) => void (seen = { rows, at: performance.now() }))
    .finally(() => (looking = undefined)));

const metrics = new Metrics('checks');
metrics.watch('house_look_age_seconds', 'Time since the house was looked at', [], () => Promise.resolve([[{}, ageMs() / 1_000]]));
metrics.watch('house_check_red', 'What the last look found to be wrong, in a sentence', ['check', 'words'], () =>
  Promise.resolve((seen?.rows ?? []).flatMap(({ id, state, words }) => (state === 'red' ? [[{ check: id, words }, 1] as const] : []))),
);

/** The last look, or a new one where it is there in time: whoever has mended something wants to see it. */
async function rows(): Promise<string | undefined> {
  if (!seen || ageMs() > FRESH_MS) await Promise.race([look(), pause(PATIENCE_MS)]);
  return seen && JSON.stringify({ secondsAgo: ageMs() / 1_000, rows: seen.rows } satisfies HouseLook);
}

const server = createServer((request, response) => {
  const { url = '' } = request;
  const told = (text: string | undefined, headers: OutgoingHttpHeaders) => response.writeHead(text ? 200 : 404, headers).end(text);
  if (url === '/rows') void rows().then((text) => told(text, { 'content-type': 'application/json' }));
  else told(door.answer(url), { 'content-type': 'text/plain', 'cache-control': 'no-store', ...DOOR_HEADER });
});
server.listen(Number(process.env['SERVICE_PORT'] ?? 8080));
await serveMetrics(metrics, { METRICS_PORT: Number(process.env['METRICS_PORT'] ?? 9464), SERVICE_HOST: '0.0.0.0' });
for (;;) {
  await look();
  await pause(HOUR_MS);
}
