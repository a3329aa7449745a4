import { describe, expect, it } from '@jest/globals';
import { PATIENCE_MS, Resending } from './resending.ts';

const fault = (code: string) => new Error('wrapped', { cause: Object.assign(new Error('fault'), { code }) });
const closed = fault('UND_ERR_SOCKET');
const refused = fault('ECONNREFUSED');

describe('a request that got no answer', () => {
  it.each(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])(
    'is sent again once when it may be repeated and its connection was closed (%s)',
    (code) => {
      const decide = new Resending().decide(true);
      expect(decide(fault(code))).toBeGreaterThan(0);
      expect(decide(fault(code))).toBeNull();
    },
  );

  it('is never sent again when it may have been carried out and must not be twice', () => {
    expect(new Resending().decide(false)(closed)).toBeNull();
  });

  it('is not sent again when it took too long', () => {
    for (const code of ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT']) expect(new Resending().decide(true)(fault(code))).toBeNull();
    expect(new Resending().decide(true)(null)).toBeNull();
  });

  it('waits a while for a service that refuses connections, whatever it is: nothing of it was sent', () => {
    let now = 0;
    const decide = new Resending(() => now).decide(false);
    for (; now < PATIENCE_MS; now += 100) expect(decide(refused)).toBeGreaterThan(0);
    expect(decide(refused)).toBeNull();
  });

  it('does not wait for a service that has been away for long, and waits again once it has answered', () => {
    let now = 0;
    const resending = new Resending(() => now);
    resending.decide(true)(refused);
    now = PATIENCE_MS;
    expect(resending.decide(true)(refused)).toBeNull();
    resending.answered();
    expect(resending.decide(true)(refused)).toBeGreaterThan(0);
  });

  it('is counted each time it is sent again, and only then', () => {
    const counted: string[] = [];
    const decide = new Resending().decide(true, (reason) => counted.push(reason));
    for (const error of [closed, closed, refused, null]) decide(error);
    expect(counted).toEqual(['closed', 'refused']);
  });
});
