import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { untilAnswered } from '@concert/test-kit/until';
import type { Answer } from '@concert/service-kit/service-in-test.harness';
import { RunningAuth } from '../running-auth.harness.ts';
import { MAILS_PER_ADDRESS, STRANGERS_PER_ADDRESS } from './mail-budget.ts';

const auth = new RunningAuth({ AUTH_MAILS_PER_SOURCE: '2' });
const resend = (email: string, source?: string) => auth.post('/api/auth/resend-verification', { email }, source ? { source } : {});
const reset = (email: string) => auth.post('/api/auth/reset-password', { email });

beforeAll(() => auth.start());
afterAll(() => auth.stop());

describe('mails that are asked for', () => {
  it('are a handful, of a hundred resets for one person, with the same answers for an address nobody has', async () => {
    const known = await auth.account();
    const unknown = auth.address();
    const AT_ONCE = 20;
    // Who waits too long for the one row they all count in hears 503 and was not counted.
    const decided = async (email: string) => (await untilAnswered(() => reset(email))).status;
    const statuses = async (email: string, batches: number) => {
      const seen: number[] = [];
      for (let batch = 0; batch < batches; batch += 1)
        seen.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => decided(email)))));
      return { sent: seen.filter((status) => status === 200).length, refused: seen.filter((status) => status === 429).length };
    };
    const { burst } = STRANGERS_PER_ADDRESS;
    expect(await statuses(known, 100 / AT_ONCE)).toEqual({ sent: burst, refused: 100 - burst });
    expect(await auth.mails(known)).toHaveLength(burst);
    expect(await statuses(unknown, 40 / AT_ONCE)).toEqual({ sent: burst, refused: 40 - burst });
    const refused = await reset(known);
    expect(refused.body).toMatchObject({ code: 'auth.too_many_attempts', retryable: true });
    expect(refused.headers.get('retry-after')).toBe('600');
    auth.clock.advance({ minutes: 10 });
    expect((await reset(known)).status).toBe(200);
    auth.clock.advance({ days: -2 });
    expect((await reset(known)).status).toBe(200);
  });

  it.each([
    ['one address', () => '192.0.2.77'],
    ['a /64 of IPv6', (asked: number) => `2001:db8:7:7:${asked.toString(16)}::1`],
  ])('are bounded for %s over all addresses of mails', async (_, sourceOf) => {
    const statuses: number[] = [];
    for (let asked = 0; asked < 8; asked += 1) statuses.push((await resend(`somebody.${asked}@example.org`, sourceOf(asked))).status);
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([6, 429]);
    expect((await resend('somebody.else@example.org')).status).toBe(200);
  });

  it('B9-631 are bounded for nobody by a network that nobody knows, as behind a proxy that is not trusted', async () => {
    const statuses: number[] = [];
    for (let asked = 0; asked < 8; asked += 1) statuses.push((await resend(`visitor.${asked}@example.org`, 'unknown')).status);
    expect(statuses).toEqual(statuses.map(() => 200));
  });
});

describe('codes that are asked for', () => {
  const ask = (email: string, source: string, request?: string) =>
    auth.post('/api/auth/sign-in-codes', { email, ...(request ? { request } : {}) }, { source });
  const codeOf = async (email: string) => String((await auth.words(email)).code);
  const use = (asked: Answer, code: string, source: string) =>
    auth.post('/api/auth/sign-in-codes/use', { request: asked.body.request, code }, { source });
  const times = async (many: number, one: () => Promise<Answer>) => {
    const answers: Answer[] = [];
    for (let time = 0; time < many; time += 1) answers.push(await one());
    return answers.map(({ status }) => status);
  };
  const sent = (many: number) => Array<number>(many).fill(200);

  it('B7-532 use up nothing of the owner where strangers ask: neither elsewhere, nor at a known place, nor in the browser that waits', async () => {
    const email = auth.address();
    const [home, office, hotel] = ['192.0.2.10', '192.0.2.11', '192.0.2.12'];
    const waiting = await ask(email, home);
    expect(await times(6, () => ask(email, '198.51.100.1'))).toEqual([...sent(MAILS_PER_ADDRESS.burst), 429]);
    expect((await ask(email, office)).status).toBe(200);
    // From as many networks as they have.
    for (let network = 2; network < 8; network += 1) await times(5, () => ask(email, `198.51.100.${network}`));
    expect((await ask(email, hotel)).status).toBe(429);
    const again = await ask(email, home, waiting.body.request);
    expect([again.status, again.body.request]).toEqual([200, waiting.body.request]);
    expect((await use(waiting, await codeOf(email), home)).status).toBe(200);
    let network = 100;
    await times(30, () => ask(email, `198.51.100.${(network += 1)}`));
    expect((await ask(email, home)).status).toBe(200);
  });

  it('B7-533 are refused with what still works, and until when, and again as soon as that has ended', async () => {
    const email = auth.address();
    const source = '192.0.2.20';
    await times(MAILS_PER_ADDRESS.burst, () => ask(email, source));
    const token = await auth.token(email);
    auth.clock.advance({ minutes: 3 });
    const refused = await ask(email, source);
    expect([refused.status, refused.headers.get('retry-after'), refused.body.detail]).toEqual([
      429,
      '420',
      'Too many attempts, please wait 420 seconds and try again. Unless it was used, the last email works for 7 more minutes: its link anywhere, its code in the browser that asked for it',
    ]);
    expect((await auth.post('/api/auth/handoff/account', { token })).status).toBe(200);
    auth.clock.advance({ minutes: 7 });
    expect((await ask(email, source)).status).toBe(200);
  });

  it('B7-534 are counted for a network as long as nobody used them: a hall behind one address is served, and who proved an address always', async () => {
    const source = '192.0.2.30';
    const served = async () => {
      const email = auth.address();
      const asked = await ask(email, source);
      return [asked.status, (await use(asked, await codeOf(email), source)).status];
    };
    for (let people = 0; people < 20; people += 5) expect((await Promise.all(Array.from({ length: 5 }, served))).flat()).toEqual(sent(10));
    const regular = auth.address();
    await use(await ask(regular, source), await codeOf(regular), source);
    const unproven = await times(7, () => ask(auth.address(), source));
    expect(unproven).toEqual([...sent(6), 429]);
    expect((await ask(regular, source)).status).toBe(200);
  });
});
