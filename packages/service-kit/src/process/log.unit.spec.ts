import { describe, expect, it } from '@jest/globals';
import { createLog } from './log.ts';

function linesOf(level: string, write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLog('svc-probe', level, { write: (line) => void lines.push(line) }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the log', () => {
  it('B8-509 carries only fields of the list, whatever it is given', () => {
    const [line] = linesOf('info', (log) =>
      log.info('booked', { bookingId: 'bk_1', status: 200, email: 'anna@example.org', password: 'x', toString: 'y' } as never),
    );
    expect(line).toEqual({
      level: 'info',
      time: expect.any(String),
      service: 'svc-probe',
      bookingId: 'bk_1',
      status: 200,
      message: 'booked',
    });
  });

  it('tells its time in UTC, to the millisecond', () => {
    const [line] = linesOf('info', (log) => log.info('booked'));
    expect(line?.['time']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Math.abs(Date.parse(String(line?.['time'])) - Date.now())).toBeLessThan(60_000);
  });

  it('tells name and place of a fault, never its words: drivers quote values in them', () => {
    const [line] = linesOf('info', (log) =>
      log.error('failed', {}, new TypeError('duplicate key anna@example.org', { cause: new RangeError('secret') })),
    );
    expect(line).toMatchObject({
      level: 'error',
      fault: { error: 'TypeError', cause: 'RangeError', stack: expect.stringContaining('log.unit.spec') },
    });
    expect(JSON.stringify(line)).not.toMatch(/anna|secret/);
    expect(linesOf('info', (log) => log.error('failed', {}, 'anna@example.org'))[0]).toMatchObject({ fault: { error: 'string' } });
  });

  it('leaves out lines below its level', () => {
    expect(
      linesOf('warn', (log) => {
        log.debug('a');
        log.info('b');
        log.warn('c');
      }).map(({ message }) => message),
    ).toEqual(['c']);
    expect(linesOf('silent', (log) => log.error('a'))).toEqual([]);
  });
});
