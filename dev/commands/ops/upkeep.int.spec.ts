import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { NAMES, useDatabases } from '../../system/four-databases.harness.ts';
import { checkBackup } from './backup.ts';
import { readErased } from './erase-again.ts';
import { takeSecrets } from '../../system/sealed-secrets.ts';
import { fillSoundly } from '../../system/invariants/sound-rows.harness.ts';
import { lateAfter, Upkeep } from './upkeep.ts';

const KEY = randomBytes(32);
const { databases, rows } = useDatabases();
const said: string[] = [];
/** Backups of which the audit log says that they were restored. */
const noted: string[] = [];
let folder: string;

const upkeep = (over: { secretsFile?: string } = {}) =>
  new Upkeep(databases, {
    folder,
    key: KEY,
    everyMinutes: 60,
    say: (line) => void said.push(line),
    settledWithinMs: 0,
    note: (backup) => Promise.resolve(void noted.push(backup)),
    ...over,
  });
const at = (text: string) => new Date(`2026-11-${text}.000Z`);
const backups = async () => (await readdir(folder)).filter((name) => name.endsWith('Z')).sort();
const besides = async () =>
  (await databases['auth']!.db!.admin().listDatabases()).databases.filter(({ name }) =>
    name.startsWith(`rehearsal-${databases['auth']!.name}`),
  );

beforeEach(async () => {
  said.length = 0;
  noted.length = 0;
  for (const name of NAMES) await databases[name]!.dropDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'concert-upkeep-'));
  await rows('auth', 'erasures').insertOne({ _id: 'us_gone', erasedAt: new Date(0) });
  await fillSoundly(databases);
});

describe('upkeep', () => {
  it('B4-536 makes a whole backup each hour with the list of erased people, and takes away what a stopped process left', async () => {
    await writeFile(path.join(folder, '2026-11-27T08-00-00Z.part'), 'half a backup');
    const keeper = upkeep();
    for (const time of ['27T09:00:00', '27T09:30:00', '27T10:00:00']) await keeper.whenDue(at(time));
    expect(await backups()).toEqual(['2026-11-27T09-00-00Z', '2026-11-27T10-00-00Z']);
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
    await checkBackup(path.join(folder, '2026-11-27T10-00-00Z'), KEY);
    expect(await readErased(path.join(folder, 'erasures.json'))).toEqual([{ userId: 'us_gone', erasedAt: new Date(0).toISOString() }]);
    expect(new Map(await keeper.ages(at('27T10:30:00'))).get('made')).toBe(1_800);
  });

  it('B4-595 bears a clock that was years ahead: it backs up and restores by the clock that is right, and names what is dated ahead', async () => {
    await upkeep().whenDue(new Date('2036-01-01T00:00:00.000Z'));
    await writeFile(path.join(folder, 'away-at'), '2036-01-01T00:00:00.000Z');
    said.length = 0;
    const keeper = upkeep();
    for (const time of ['27T09:00:00', '27T09:30:00']) await keeper.whenDue(at(time));
    expect(await backups()).toEqual(['2026-11-27T09-00-00Z', '2036-01-01T00-00-00Z']);
    expect(await keeper.ages(at('27T09:30:00'))).toEqual([
      ['made', 1_800],
      ['restored', 1_800],
    ]);
    expect(said.filter((line) => line.startsWith('2036'))).toHaveLength(1);
  });

  it('B4-596 backs up what was saved in the settings within five minutes, beside the hourly backup', async () => {
    const keeper = upkeep();
    const save = (version: number) => rows('booking', 'concerts').updateOne({ _id: 'current' }, { $set: { version } }, { upsert: true });
    await save(1);
    await keeper.whenDue(at('27T09:00:00'));
    await save(2);
    for (const time of ['27T09:04:00', '27T09:05:00', '27T09:20:00']) await keeper.whenDue(at(time));
    await save(3);
    await keeper.whenDue(at('27T09:21:00'));
    expect((await backups()).map((name) => name.slice(11, 16))).toEqual(['09-05', '09-21']);
  });

  it('B4-540 lays the secrets beside the backups, readable by their key alone', async () => {
    const secretsFile = path.join(folder, 'secrets.json');
    await writeFile(secretsFile, '{"ticketKeys":"kept"}');
    await upkeep({ secretsFile }).whenDue(at('27T09:00:00'));
    expect(await readFile(path.join(folder, 'secrets.sealed'), 'utf8')).not.toContain('ticketKeys');
    const made = path.join(folder, 'made');
    expect(await takeSecrets(folder, made, KEY.toString('hex'))).toBe(true);
    expect(await readFile(path.join(made, 'secrets.json'), 'utf8')).toBe('{"ticketKeys":"kept"}');
  });

  it('B4-537 restores the newest into empty databases, once a night, and leaves none of them', async () => {
    const keeper = upkeep();
    await keeper.whenDue(at('27T09:00:00'));
    expect(said.at(-1)).toBe(
      'Restored 2026-11-27T09-00-00Z into empty databases: every document is there, and what must always be true is',
    );
    expect(keeper.broken).toBe(0);
    const last = await readFile(path.join(folder, 'restored-at'), 'utf8');
    expect(noted).toEqual(['2026-11-27T09-00-00Z']);
    expect(last).toBe(at('27T09:00:00').toISOString());
    expect(await besides()).toEqual([]);
    said.length = 0;
    await writeFile(path.join(folder, 'restored-at'), at('27T03:10:00').toISOString());
    for (const time of ['27T23:59:00', '28T02:00:00']) await keeper.whenDue(at(time));
    expect(said.filter((line) => line.startsWith('Restored'))).toEqual([]);
    await keeper.whenDue(at('28T03:00:00'));
    expect(said.filter((line) => line.startsWith('Restored'))).toHaveLength(1);
  });

  it('B4-537 says what is not true of it, and does not call it restored', async () => {
    await rows('payment', 'money-ledger').deleteMany({});
    const keeper = upkeep();
    await keeper.whenDue(at('27T09:00:00'));
    expect(said.join('\n')).toContain('bk_paid was charged 5000, and the ledger knows of no such payment');
    expect(keeper.broken).toBeGreaterThan(0);
    expect([new Map(await keeper.ages(at('27T09:30:00'))).has('restored'), noted]).toEqual([false, []]);
    expect(await besides()).toEqual([]);
  });

  it('B4-537 says so of a damaged backup, and tries again after an hour', async () => {
    const keeper = upkeep();
    await keeper.whenDue(at('27T09:00:00'));
    await rm(path.join(folder, 'restored-at'));
    const place = path.join(folder, '2026-11-27T09-00-00Z', 'booking.stock.bson.gz.enc');
    const whole = await readFile(place);
    await truncate(place, 40);
    said.length = 0;
    await keeper.whenDue(at('27T09:59:00'));
    expect(said).toEqual([]);
    const later = upkeep();
    await later.whenDue(at('27T09:59:00'));
    expect(said.join('\n')).toMatch(/could not be restored: This backup is damaged: booking\.stock/);
    await writeFile(place, whole);
    await later.whenDue(at('27T09:59:30'));
    expect(new Map(await later.ages(new Date())).has('restored')).toBe(false);
  });

  it('B4-536 goes on when there is no place for a backup, and says so', async () => {
    await rm(folder, { recursive: true });
    await writeFile(folder, 'a file, no folder');
    const keeper = upkeep();
    await keeper.whenDue(at('27T09:00:00'));
    expect(said[0]).toMatch(/^No backup was made: /);
    expect(await keeper.ages(at('27T09:30:00'))).toEqual([]);
    expect(lateAfter(60)).toEqual({ made: 10_800, restored: 129_600, away: 10_800 });
  });
});
