import { describe, expect, it } from '@jest/globals';
import { RECOVERY_WAIT_MS, RetryPolicy } from './retry-policy.ts';

const fault = (code: string) => new Error('wrapped', { cause: Object.assign(new Error('fault'), { code }) });
const closed = fault('UND_ERR_SOCKET');
const refused = fault('ECONNREFUSED');

describe('a request that got no answer', () => {
  it.each(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])(
    'is sent again once when it may be repeated and its connection was closed (%s)',
    (code) => {
      const decide = new RetryPolicy().decide(true);
      expect(decide(fault(code))).toBeGreaterThan(0);
      expect(decide(fault(code))).toBeNull();
    },
  );

  it('is never sent again when it may have been carried out and must not be twice', () => {
    expect(new RetryPolicy().decide(false)(closed)).toBeNull();
  });

  it('is not sent again when it took too long', () => {
    for (const code of ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT'])
      expect(new RetryPolicy().decide(true)(fault(code))).toBeNull();
    expect(new RetryPolicy().decide(true)(null)).toBeNull();
  });

  it('waits a while for a service that refuses connections, whatever it is: nothing of it was sent', () => {
    let now = 0;
    const decide = new RetryPolicy(() => now).decide(false);
    for (; now < RECOVERY_WAIT_MS; now += 100) expect(decide(refused)).toBeGreaterThan(0);
    expect(decide(refused)).toBeNull();
  });

  it('does not wait for a service that has been away for long, and waits again once it has answered', () => {
    let now = 0;
    const retryPolicy = new RetryPolicy(() => now);
    retryPolicy.decide(true)(refused);
    now = RECOVERY_WAIT_MS;
    expect(retryPolicy.decide(true)(refused)).toBeNull();
    retryPolicy.answered();
    expect(retryPolicy.decide(true)(refused)).toBeGreaterThan(0);
  });

  it('is counted each time it is sent again, and only then', () => {
    const counted: string[] = [];
    const decide = new RetryPolicy().decide(true, (reason) => counted.push(reason));
    for (const error of [closed, closed, refused, null]) decide(error);
    expect(counted).toEqual(['closed', 'refused']);
  });
});
