import { describe, expect, it } from '@jest/globals';
import { SECURITY_EVENTS } from '@concert/contracts/core/security-events';
import { createLog } from '../process/log.ts';
import { Metrics } from '../process/metrics.ts';
import { Pseudonyms } from './pseudonyms.ts';
import { MAX_LINES, MAX_SOURCES, SecurityEvents } from './security-events.ts';

const pseudonyms = new Pseudonyms('a key');
const refused = { code: 'auth.credentials_refused', method: 'POST', route: '/api/auth/sign-in', source: '203.0.113.7' };

function create() {
  const lines: Record<string, unknown>[] = [];
  const metrics = new Metrics('svc-probe');
  const clock = { ms: 0 };
  const log = createLog('svc-probe', 'info', { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  const events = new SecurityEvents(log, metrics, pseudonyms, () => clock.ms);
  const counts = async () =>
    Object.fromEntries((await metrics.securityEvents.get()).values.map(({ labels, value }) => [labels.event, value] as const));
  return { events, lines, counts, clock };
}

describe('a security event', () => {
  it('B9-531 is one line with route, outcome and pseudonyms, and a count', async () => {
    const { events, lines, counts } = create();
    events.note('sign_in_refused', { ...refused, email: ' Anna@Example.org' });
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        service: 'svc-probe',
        message: 'a request was refused',
        event: 'sign_in_refused',
        outcome: 'refused',
        code: 'auth.credentials_refused',
        method: 'POST',
        route: '/api/auth/sign-in',
        sourceHash: pseudonyms.ofSource('203.0.113.7'),
        accountHash: pseudonyms.ofAccount('anna@example.org'),
      },
    ]);
    expect(await counts()).toEqual({ ...Object.fromEntries(SECURITY_EVENTS.map((event) => [event, 0])), sign_in_refused: 1 });
  });

  it('is told as let through where no problem answered it', () => {
    const { events, lines } = create();
    const { code: _, ...through } = refused;
    events.note('passkey_moved', { ...through, userId: 'us_1' });
    expect(lines).toMatchObject([{ event: 'passkey_moved', outcome: 'let_through', userId: 'us_1', route: '/api/auth/sign-in' }]);
    expect(lines[0]!.message).toContain('let through');
  });

  it('B9-531 never has an address in clear, whatever was typed', () => {
    const { events, lines } = create();
    for (const email of [
      'anna@example.org',
      'ANNA@EXAMPLE.ORG ',
      { $ne: 'anna@example.org' },
      ['anna@example.org'],
      'a'.repeat(400),
      7,
      null,
    ])
      events.note('sign_in_refused', { ...refused, email });
    expect(lines).toHaveLength(7);
    expect(JSON.stringify(lines)).not.toMatch(/anna|example|203\.0|aaaa/i);
    expect(new Set(lines.map(({ accountHash }) => accountHash)).size).toBe(2);
  });

  it('is a warning where nobody honest causes it', () => {
    const { events, lines } = create();
    for (const event of SECURITY_EVENTS) events.note(event, refused);
    expect(lines.filter(({ level }) => level === 'warn').map(({ event }) => event)).toEqual(['cross_site_refused', 'token_refused']);
  });

  it('does not fill the log: beyond a bound a minute is counted only', async () => {
    const { events, lines, counts, clock } = create();
    for (let count = 0; count < MAX_LINES + 50; count += 1) events.note('rate_limited', refused);
    expect(lines).toHaveLength(MAX_LINES + 1);
    expect(lines.at(-1)).toMatchObject({ level: 'warn', message: expect.stringContaining('one for each source'), event: 'rate_limited' });
    expect((await counts()).rate_limited).toBe(MAX_LINES + 50);
    clock.ms = 60_000;
    events.note('rate_limited', refused);
    expect(lines.at(-1)).toMatchObject({ event: 'rate_limited', level: 'info' });
  });

  it('B9-561 is not hidden by noise: another event has its own lines, and another source its first', () => {
    const { events, lines } = create();
    const noise = 10 * MAX_LINES;
    for (let count = 0; count < noise; count += 1) events.note('sign_in_refused', refused);
    events.note('token_refused', { ...refused, source: '198.51.100.4' });
    for (let count = 0; count < 3; count += 1) events.note('sign_in_refused', { ...refused, source: '198.51.100.9' });
    const after = lines.slice(MAX_LINES + 1);
    expect(after.map(({ event, sourceHash }) => [event, sourceHash])).toEqual([
      ['token_refused', pseudonyms.ofSource('198.51.100.4')],
      ['sign_in_refused', pseudonyms.ofSource('198.51.100.9')],
    ]);
  });

  it('does not fill the log from many sources either', () => {
    const { events, lines } = create();
    for (let count = 0; count < 5_000; count += 1)
      events.note('sign_in_refused', { ...refused, source: `10.0.${count >> 8}.${count & 255}` });
    expect(lines.length).toBeLessThanOrEqual(MAX_LINES + MAX_SOURCES + 1);
  });
});
