import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SEATINGS } from '@concert/contracts/booking/seating';
import type { MessageRunView } from '@concert/contracts/notify/message-runs';
import { until } from '@concert/test-kit/until';
import { KillableNotify } from '../killable-notify.harness.ts';
import { newId } from '../running-notify.harness.ts';

const PEOPLE = 400;
const KILLS = 5;
const around = new KillableNotify();
const who = {
  ...{ userId: newId('user'), sessionId: newId('session'), email: 'o@example.org', name: 'O', role: 'organiser' as const },
  signedInAt: new Date().toISOString(),
};

beforeAll(async () => {
  await around.start();
  around.sink.setEventWebhook(`${around.url}/api/sendgrid-events`);
}, 120_000);
afterAll(() => around.stop());

it('B2-17 a message run tells each of its people once, although its process is killed again and again and the provider answers 429, 500 and nothing', async () => {
  const people = Array.from({ length: PEOPLE }, () => around.holder('buyer'));
  const draft = {
    purpose: 'free',
    audience: { buyers: { statuses: ['paid'], seatings: [...SEATINGS] } },
    messages: [{ reader: 'everybody', subject: 'News', words: 'Words.' }],
  };
  const { body: run } = await around.ask('POST', '/api/message-runs', who, draft);
  const shown = async () => (await around.ask('GET', `/api/message-runs/${run.id}`, who)).body as MessageRunView;
  const started = await around.ask('POST', `/api/message-runs/${run.id}/start`, who, {
    version: run.version,
    confirmation: `Send to ${PEOPLE}`,
  });
  expect(started.body).toMatchObject({ state: 'running', coverage: { audience: PEOPLE } });
  const accepted = () => around.mails().countDocuments({ runId: run.id, state: 'accepted' } as never);
  for (let kills = 1; kills <= KILLS; kills += 1) {
    Object.assign(around.sink.faults, { answerDelayMs: 20, tooManyNext: 1, failNext: 2, cutNext: 1 });
    await until('it goes on', accepted, (count) => count >= (kills * PEOPLE) / (KILLS + 1), { withinMs: 60_000, everyMs: 5 });
    await around.kill();
    await around.launchAgain();
    const { audience, delivered, bounced, underWay } = (await shown()).coverage!;
    expect([audience, delivered + bounced + underWay]).toEqual([PEOPLE, PEOPLE]);
  }
  around.sink.faults.answerDelayMs = 0;
  // Reports that came while the process was dead are told again by the provider, sooner or later; so acceptance is waited for. Mails that
  // failed between many kills would be tried again only after minutes.
  const due = () => around.mails().updateMany({ state: 'waiting', claim: null }, { $set: { nextAttemptAt: new Date() } });
  await until('all are accepted', () => due().then(accepted), PEOPLE, { withinMs: 90_000 });
  await until('the run is over', shown, ({ state }) => state === 'sent' || state === 'everyone_reached', { withinMs: 20_000 });
  // A mail whose acceptance was not recorded is sent again under the same id: no person has mails of two ids.
  const idsOf = ({ email }: { readonly email: string }) =>
    new Set(around.received(email).map(({ customArgs }) => customArgs['mail_id'])).size;
  expect(people.filter((one) => idsOf(one) !== 1)).toEqual([]);
  expect(await around.mails().countDocuments({ runId: run.id })).toBe(PEOPLE);
  expect(await around.database.collection('recipients').countDocuments({ runId: run.id, state: 'posted' })).toBe(PEOPLE);
}, 240_000);
