import { isLive } from '../../dev/system/live-keys.ts';
import { advice, check, green, red, unknown, type Check } from './check.ts';
import type { House } from './house.ts';

/* What the running house counts of itself. A count is compared with that of the look before: what is long over is no fault. */

const LOG = 'docker compose logs';
const SPEAKS: Readonly<Record<string, string>> = { email: 'emails', webhook: 'beats to HEARTBEAT_URL' };

/** Sum of the series of a name that bear a label. */
const sumOf = (text: string, series: RegExp): number =>
  [...text.matchAll(new RegExp(`^${series.source}\\S* (\\S+)$`, 'gm'))].reduce((sum, [, value]) => sum + Number(value), 0);

/** What has been added to counts since they were asked for last; all of them after a new start, which begins at 0. */
function added(before: readonly number[] | undefined, now: readonly number[]): readonly number[] {
  return now.map((count, at) => (before && before.every((was, index) => was <= now[index]!) ? count - before[at]! : count));
}

async function textOf({ net }: House, address: string): Promise<string | undefined> {
  const answer = await net.fetch(address).catch(() => undefined);
  return answer?.ok ? answer.text() : undefined;
}

const DEAF = 'Nobody is told when something breaks.';
const silent = (who: string) =>
  red(`${who} does not answer.`, DEAF, `Type: docker compose up --detach --no-build; ${LOG} ${who.toLowerCase()} says why it ended.`);

/** Whether those who tell of what breaks can speak: a house that cannot is quiet, as one in which everything is right. */
export function alertsCheck(): Check {
  const before = new Map<string, readonly number[]>();
  const failing = new Set<string>();
  return check('alerts', async (house) => {
    if (house.from !== 'inside') return undefined;
    const [counts, healthy] = await Promise.all([
      textOf(house, 'http://alertmanager:9093/metrics'),
      textOf(house, 'http://prometheus:9090/-/healthy'),
    ]);
    const isOn = /\bmonitoring\b/.test(house.env['COMPOSE_PROFILES'] ?? '') || Boolean(counts ?? healthy);
    if (!isOn && !isLive(house.env)) return undefined;
    if (!isOn)
      return advice(
        'Nothing watches this house.',
        DEAF,
        'Add monitoring to COMPOSE_PROFILES in .env (docs/operate.md, "Watching"), then: docker compose up --detach --no-build',
      );
    if (!counts) return silent('Alertmanager');
    if (!healthy) return silent('Prometheus');
    for (const way of Object.keys(SPEAKS)) {
      const of = (name: string) => sumOf(counts, new RegExp(`alertmanager_notification_requests${name}_total\\{integration="${way}"`));
      const now = [of(''), of('_failed')];
      const [tried = 0, failed = 0] = added(before.get(way), now);
      before.set(way, now);
      if (tried > 0) failing[failed === tried ? 'add' : 'delete'](way);
    }
    const mute = [...failing].map((way) => SPEAKS[way]).join(' and ');
    if (mute === '') return green('Prometheus and Alertmanager answer, and nothing of theirs is kept from getting out.');
    return red(
      `The last ${mute} of Alertmanager did not get out.`,
      DEAF,
      `Look in ${LOG} alertmanager for what refuses them: the key, the sender, the port (ALERT_SMTP) or the address.`,
    );
  });
}

/** Whether visitors can be told apart: not where most come through a proxy that the gateway does not trust. */
export function proxyCheck(): Check {
  let before: readonly number[] | undefined;
  return check('proxy', async (house) => {
    if (house.from !== 'inside' || !isLive(house.env)) return undefined;
    const counts = await textOf(house, 'http://gateway:9464/metrics');
    if (!counts) return unknown('The gateway does not tell by which proxies visitors come.');
    const now = [sumOf(counts, /http_forwarded_untrusted_total/), sumOf(counts, /http_request_duration_seconds_count(?!\S*"\/health\/)/)];
    const [untrusted = 0, all = 0] = added(before, now);
    before = now;
    if (untrusted * 2 <= all) return green('The gateway trusts the proxy that visitors come through.');
    return red(
      `${untrusted} of ${all} requests since the last look came through a proxy that the gateway does not trust.`,
      'Visitors cannot be told apart, and share their limits.',
      'Take TRUSTED_PROXIES out of .env where DOMAIN is set, or name the proxy there (docs/runbooks/visitors-count-as-one.md).',
    );
  });
}
