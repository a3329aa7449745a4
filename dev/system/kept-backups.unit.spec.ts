import { describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '@concert/contracts/core/durations';
import { backupFolderName, backupsIn, begunAt, outdatedBackups } from './kept-backups.ts';

describe('backups that are kept', () => {
  it('B4-536 are the newest of 24 hours, 14 days and 8 weeks, however long one was made each hour', () => {
    const start = Date.parse('2026-01-05T00:10:00.000Z');
    let names: string[] = [];
    // Until noon: the newest of the day before is one of the 24 hours.
    const hours = 24 * 100 + 12;
    for (let hour = 0; hour < hours; hour += 1) {
      names.push(backupFolderName(new Date(start + hour * HOUR_MS)));
      const gone = new Set(outdatedBackups(names, new Date(start + hour * HOUR_MS)));
      names = names.filter((name) => !gone.has(name));
    }
    const now = start + (hours - 1) * HOUR_MS;
    const ages = names.map((name) => (now - begunAt(name)!.getTime()) / HOUR_MS);
    expect([ages.filter((age) => age < 24).length, ages.filter((age) => age >= 24 && age < 36)]).toEqual([24, []]);
    const days = new Set(names.map((name) => name.slice(0, 10)));
    for (let day = 0; day < 14; day += 1) expect(days).toContain(new Date(now - day * 24 * HOUR_MS).toISOString().slice(0, 10));
    const weeks = new Set(names.map((name) => Math.floor((begunAt(name)!.getTime() / (24 * HOUR_MS) + 3) / 7)));
    expect(weeks.size).toBe(8);
    expect(names.length).toBeLessThanOrEqual(24 + 14 + 8);
  });

  it('B4-536 are counted by what there is: after a long pause the old ones stay', () => {
    const old = ['2026-01-01T00-00-00Z', '2026-01-02T00-00-00Z', '2026-01-20T00-00-00Z'];
    expect(outdatedBackups([...old, '2026-11-27T09-00-00Z'], new Date('2026-11-27T09:30:00Z'))).toEqual([]);
  });

  it('B4-536 never take away what is no backup', () => {
    const twice = ['2026-01-01T00-00-00Z', '2026-01-01T00-20-00Z'];
    const names = [...twice, 'erasures.json', '2026-01-01T00-00-00Z.part', 'monday'];
    expect(outdatedBackups(names, new Date('2026-01-01T00:30:00Z'))).toEqual(['2026-01-01T00-00-00Z']);
  });

  it('B4-536 are those of a clock that is right: what is dated ahead takes nobody’s place and stays', () => {
    const years = Array.from({ length: 30 }, (_, year) => `20${36 + year}-01-01T00-00-00Z`);
    const names = ['2026-01-01T00-00-00Z', '2026-01-01T00-20-00Z', ...years];
    const now = new Date('2026-01-01T00:30:00Z');
    expect([backupsIn(names, now).dated[0], outdatedBackups(names, now)]).toEqual(['2026-01-01T00-20-00Z', ['2026-01-01T00-00-00Z']]);
  });
});
