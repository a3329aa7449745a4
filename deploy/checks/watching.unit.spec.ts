import { describe, expect, it } from '@jest/globals';
import type { Check } from './check.ts';
import { houseWith, saidBy } from './house.harness.ts';
import { alertsCheck, proxyCheck } from './watching.ts';

const LIVE = { STRIPE_SECRET_KEY: 'sk_live_x' };
const ON = { ...LIVE, COMPOSE_PROFILES: 'domain,monitoring' };
type Answers = Readonly<Record<string, string>>;

/** What a check says at a look after the other; each host answers what is given, or nothing. */
async function said(check: Check, env: Readonly<Record<string, string>>, looks: readonly Answers[]) {
  const heard: (string | undefined)[] = [];
  for (const answers of looks) {
    const net = {
      fetch: (address: string) => {
        const text = answers[new URL(address).hostname];
        return text === undefined ? Promise.reject(new Error('gone')) : Promise.resolve(new Response(text));
      },
    };
    heard.push(await saidBy(check, houseWith(env, { from: 'inside', net })));
  }
  return heard;
}

describe('who tells of what breaks', () => {
  const sent = (way: string, tried: number, failed: number) =>
    `alertmanager_notification_requests_failed_total{integration="${way}"} ${failed}\nalertmanager_notification_requests_total{integration="${way}"} ${tried}\n`;
  const speaking = (emails: [number, number], beats: [number, number]) => ({
    prometheus: 'Healthy',
    alertmanager: sent('email', ...emails) + sent('webhook', ...beats),
  });

  it.each<[string, Record<string, string>, Answers, RegExp | undefined]>([
    ['Alertmanager is gone', ON, { prometheus: '' }, /^red Alertmanager does not answer\..* logs alertmanager says why/],
    ['Prometheus is gone', ON, { alertmanager: sent('email', 0, 0) }, /^red Prometheus does not answer\./],
    ['nothing watches what takes money', LIVE, {}, /^advice Nothing watches this house\./],
    ['nothing watches a rehearsal', {}, {}, undefined],
    ['the profile was named by hand', LIVE, speaking([0, 0], [0, 0]), /^green /],
    ['no beat ever got out', ON, speaking([0, 0], [9, 9]), /^red The last beats to HEARTBEAT_URL of Alertmanager did not get out\./],
  ])('B4-622 %s', async (_, env, answers, words) => {
    const [heard] = await said(alertsCheck(), env, [answers]);
    if (words) expect(heard).toMatch(words);
    else expect(heard).toBeUndefined();
  });

  it('B4-622 what failed last is red until something gets out again, also after a new start', async () => {
    const looks = [speaking([4, 0], [9, 1]), speaking([6, 2], [9, 1]), speaking([6, 2], [20, 1]), speaking([1, 0], [5, 0])];
    expect((await said(alertsCheck(), ON, looks)).map((words) => words?.split(' of ')[0])).toEqual([
      expect.stringMatching(/^green/),
      'red The last emails',
      'red The last emails',
      expect.stringMatching(/^green/),
    ]);
  });
});

it('B4-623 the proxy that most came through since the last look is one that the gateway trusts', async () => {
  const counted = (untrusted: number, all: number) => ({
    gateway: `http_forwarded_untrusted_total{service="gateway"} ${untrusted}
http_request_duration_seconds_count{method="GET",route="/api/concert",status="200",service="gateway"} ${all}
http_request_duration_seconds_count{method="GET",route="/health/ready",status="200",service="gateway"} 90000\n`,
  });
  const looks = [counted(1, 40), counted(30, 80), counted(31, 200), {}];
  const heard = await said(proxyCheck(), LIVE, looks);
  expect(heard.map((words) => words?.split(' ')[0])).toEqual(['green', 'red', 'green', 'unknown']);
  expect(heard[1]).toContain('29 of 40 requests since the last look');
  expect(await said(proxyCheck(), {}, looks.slice(0, 1))).toEqual([undefined]);
});
