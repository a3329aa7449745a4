import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Report, ReportCell } from '@concert/contracts/booking/reports';
import { run } from '@concert/machine-kit/processes';
import { until } from '@concert/test-kit/until';
import { SiteClient, valueOf } from '@concert/test-kit/site-client';
import { SystemInspector } from './system-under-test.ts';

/* The demo fills the system as an organiser would find it. Other journeys leave bookings too, so what is looked at is what was added. */

const DEMO = path.resolve(import.meta.dirname, '../dev/demo/demo.ts');
const BOOKINGS = 33;
const behind = new SystemInspector();
const { system } = behind;
const organiser = new SiteClient(system.site);

const report = async (): Promise<Report> => valueOf('The report', await organiser.booking.showReport());

/** What a status has in all categories. */
const sumOf = ({ cells }: Report, status: ReportCell['status']): number =>
  cells.filter((cell) => cell.status === status).reduce((sum, { bookings }) => sum + bookings, 0);

const chargedIn = ({ categories }: Report): number => categories.reduce((sum, { chargedMinor }) => sum + chargedMinor, 0);

afterAll(() => behind.close());

describe('npm run demo', () => {
  it('B8-517 fills the report with many states and every category, and its totals add up', async () => {
    await organiser.signIn(system.accounts.find(({ role }) => role === 'organiser')!);
    const [before, { capturedMinor: capturedBefore }] = [await report(), await behind.providerTotals()];
    const env = { ...process.env, CONCERT_SYSTEM_DATA: system.dataFolder };
    const { code, output } = await run(process.execPath, [DEMO, String(BOOKINGS)], { env, withinMs: 240_000 });
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining(`${system.site}/get-bookings-report`) });
    const after = await report();
    const added = (status: ReportCell['status']) => sumOf(after, status) - sumOf(before, status);

    for (const [status, least] of [
      ['pending', 3],
      ['paid', 10],
      ['failed', 1],
      ['cancelled', 2],
      ['refunded', 2],
      ['refund_failed', 1],
      ['Issued', 4],
      ['Revoked', 1],
    ] as const)
      expect([status, added(status) >= least]).toEqual([status, true]);
    for (const total of after.categories) {
      const earlier = before.categories.find(({ category }) => category === total.category)!;
      // An earlier journey may have sold a category out.
      const room = earlier.capacity - earlier.sold - earlier.held >= 6;
      expect([total.category, total.bookings > earlier.bookings]).toEqual([total.category, room]);
      expect(total.sold + total.held).toBeLessThanOrEqual(total.capacity);
    }
    expect(chargedIn(after) - chargedIn(before)).toBe((await behind.providerTotals()).capturedMinor - capturedBefore);

    const door = valueOf('The door', await organiser.booking.showDoor());
    expect(door.inside).toBeGreaterThan(0);
    expect(door.conflicts.map(({ bothInside }) => bothInside)).toContain(true);
    await until(
      'a bounced email and one reported as spam are listed',
      // Other journeys' mails come back, too: more than one page of them.
      async () =>
        valueOf('Emails', await organiser.notify.listMails({ query: { trouble: 'true', limit: '100' } })).items.map(
          ({ delivery }) => delivery,
        ),
      (seen) => seen.includes('bounced') && seen.includes('spam'),
      { withinMs: 30_000 },
    );
    const messages = valueOf('Messages', await organiser.notify.listContactMessages({ query: { limit: '100' } })).items;
    expect(messages.map(({ subject }) => subject)).toContain('Wheelchair places');
  }, 300_000);
});
