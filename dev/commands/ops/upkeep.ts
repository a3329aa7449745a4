import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '@concert/machine-kit/failure';
import { Metrics } from '@concert/service-kit/process/metrics';
import { serveMetrics } from '@concert/service-kit/process/metrics-server';
import { DAY_MS, HOUR_MS, MINUTE_MS, isWithin } from '@concert/contracts/core/durations';
import { backUp } from './backup.ts';
import { erasedIn, writeErased } from './erase-again.ts';
import type { Databases } from '../../system/invariants/rows.ts';
import { backupFolderName, backupsIn, begunAt, outdatedBackups } from '../../system/kept-backups.ts';
import { rehearseRestore } from './rehearse-restore.ts';
import { lookUntilSound } from '../../system/invariants/invariants.ts';
import { sealSecrets } from '../../system/sealed-secrets.ts';

/** At night where the concert is, or nearly; UTC. */
const NIGHT_HOUR = 3;
/** What is saved in the settings is backed up at once, at most this often. */
const SAVED_EVERY_MS = 5 * MINUTE_MS;
/** When the last restore ended well, and by which container the newest backup left the machine, as files beside the backups. */
const RESTORED = 'restored-at';
const AWAY = 'away-at';
/** The list of erased people beside the backups. */
export const ERASURES = 'erasures.json';

/** How a system is kept. */
export interface UpkeepSettings {
  /** Where backups lie; made when it is not there. */
  readonly folder: string;
  /** Encrypts them: 256 bits. */
  readonly key: Uint8Array;
  /** Minutes between two backups. */
  readonly everyMinutes: number;
  /** What the databases do not hold: it goes beside the backups, encrypted. */
  readonly secretsFile?: string | undefined;
  readonly say: (line: string) => void;
  /** How long what is under way may take before it counts as broken, in milliseconds. */
  readonly settledWithinMs: number;
  /** Writes into the audit log that a backup was restored, which the checks before a sale look at. */
  readonly note: (backup: string) => Promise<void>;
}

/** Keeps a system: its backups, the list of erased people, and the proof that both can be restored. */
export class Upkeep {
  readonly #databases: Databases;
  readonly #settings: UpkeepSettings;
  /** Breaches of what is always true, at the last look. */
  broken = 0;
  /** When a restore was tried last: a failed one is not begun again each minute. */
  #triedAt = new Date(0);
  /** The concert's version in the newest backup, as far as this process knows. */
  #saved: unknown;
  /** Backups dated ahead that were named. */
  readonly #named = new Set<string>();

  /** @param databases of the services, by their names */
  constructor(databases: Databases, settings: UpkeepSettings) {
    this.#databases = databases;
    this.#settings = settings;
  }

  /** Does what is due. What fails is said, and tried again at the next look. */
  async whenDue(now: Date): Promise<void> {
    const newest = await this.#newest(now);
    const madeAt = newest ? begunAt(newest)! : new Date(0);
    const version = await this.#version().catch(() => this.#saved);
    const isSaved = version === (this.#saved ??= version);
    if (!isWithin(madeAt, isSaved ? this.#settings.everyMinutes * MINUTE_MS : SAVED_EVERY_MS, now))
      await this.#tried('No backup was made', async () => {
        await this.#backUp(now);
        this.#saved = version;
      });
    if (isWithin(this.#triedAt, HOUR_MS, now) || !(await this.#restoreIsDue(now))) return;
    this.#triedAt = now;
    await this.#tried('The newest backup could not be restored', () => this.#rehearse(now));
    await this.#tried('It is not known whether all is as it must always be', () => this.#lookAtInvariants());
  }

  /** How old the newest backup is, the last restore of one, and the last copy away from the machine, in seconds; absent where none is known. */
  async ages(now: Date): Promise<[what: 'made' | 'restored' | 'away', seconds: number][]> {
    const newest = await this.#newest(now);
    const at = [
      ['made', newest && begunAt(newest)],
      ['restored', await this.#timeIn(RESTORED)],
      ['away', await this.#timeIn(AWAY)],
    ] as const;
    return at.flatMap(([what, time]) => (time && isWithin(time, Infinity, now) ? [[what, (now.getTime() - time.getTime()) / 1_000]] : []));
  }

  async #backUp(now: Date): Promise<void> {
    await mkdir(this.#settings.folder, { recursive: true, mode: 0o700 });
    const names = await readdir(this.#settings.folder);
    // Of a process that was stopped in the middle.
    for (const name of names.filter((found) => found.endsWith('.part')))
      await rm(path.join(this.#settings.folder, name), { recursive: true });
    // Room is made first: a disk that is full lets go of what is not needed before it takes more.
    for (const name of outdatedBackups(names, now)) await rm(path.join(this.#settings.folder, name), { recursive: true });
    if (this.#settings.secretsFile)
      await sealSecrets(this.#settings.folder, await readFile(this.#settings.secretsFile, 'utf8'), this.#settings.key);
    const list = path.join(this.#settings.folder, ERASURES);
    await writeErased(`${list}.part`, await erasedIn(this.#databases));
    await rename(`${list}.part`, list);
    const place = path.join(this.#settings.folder, backupFolderName(now));
    await backUp(this.#databases, `${place}.part`, this.#settings.key);
    await rename(`${place}.part`, place);
    this.#settings.say(`Backed up to ${place}`);
  }

  async #rehearse(now: Date): Promise<void> {
    const newest = await this.#newest(now);
    if (!newest) return;
    const faults = await rehearseRestore(this.#databases, path.join(this.#settings.folder, newest), this.#settings.key);
    if (faults.length > 0) throw new Failure(faults.slice(0, 20).join('\n'), 'look with npm run ops -- verify.');
    await this.#settings.note(newest);
    await writeFile(path.join(this.#settings.folder, RESTORED), now.toISOString());
    this.#settings.say(`Restored ${newest} into empty databases: every document is there, and what must always be true is`);
  }

  async #lookAtInvariants(): Promise<void> {
    const findings = await lookUntilSound({ databases: this.#databases }, this.#settings.settledWithinMs);
    const broken = findings.flatMap(({ id, breaches }) => breaches.map((breach) => `${id}: ${breach}`));
    this.broken = broken.length;
    for (const breach of broken.slice(0, 20)) this.#settings.say(`Broken: ${breach}`);
  }

  /** Each night; at once where none was ever restored, or a night was missed. */
  async #restoreIsDue(now: Date): Promise<boolean> {
    const last = (await this.#timeIn(RESTORED)) ?? new Date(0);
    return !isWithin(last, DAY_MS + 2 * HOUR_MS, now) || (now.getUTCHours() === NIGHT_HOUR && !isWithin(last, 20 * HOUR_MS, now));
  }

  /** The newest backup; what is dated ahead is named once, and is none. */
  async #newest(now: Date): Promise<string | undefined> {
    const { dated, ahead } = backupsIn(await readdir(this.#settings.folder).catch(() => []), now);
    for (const name of ahead.filter((one) => !this.#named.has(one))) {
      this.#named.add(name);
      this.#settings.say(`${name} is dated ahead of this clock, so nobody knows how old it is: it counts as no backup and stays`);
    }
    return dated[0];
  }

  /** Grows with each saved setting of the concert, and when its sale is opened or stopped. */
  async #version(): Promise<unknown> {
    return (await this.#databases['booking']!.collection('concerts').findOne({}, { projection: { version: 1 } }))?.['version'];
  }

  async #timeIn(name: string): Promise<Date | undefined> {
    const text = await readFile(path.join(this.#settings.folder, name), 'utf8').catch(() => '');
    const time = new Date(text.trim());
    return Number.isNaN(time.getTime()) ? undefined : time;
  }

  async #tried(what: string, work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => this.#settings.say(`${what}: ${error instanceof Error ? error.message : String(error)}`));
  }
}

/** Seconds after which each age is one that somebody must look at. */
export function lateAfter(everyMinutes: number): Record<'made' | 'restored' | 'away', number> {
  const twice = 2 * everyMinutes * 60 + 3_600;
  return { made: twice, restored: 36 * 3_600, away: twice };
}

/**
 * Looks each minute until the process is stopped, and serves the ages at METRICS_PORT where one is set.
 * @param awayExpected whether another container takes backups away from the machine
 */
export async function keepUp(
  upkeep: Upkeep,
  settings: { everyMinutes: number; awayExpected: boolean; metricsPort: number | undefined },
): Promise<never> {
  const metrics = new Metrics('upkeep');
  const begun = new Date();
  metrics.watch('backup_age_seconds', 'Age of the newest backup, of the last restore, and of the last copy away', ['what'], async () => {
    const now = new Date();
    const ages = new Map(await upkeep.ages(now));
    const wanted = ['made', 'restored', ...(settings.awayExpected ? ['away'] : [])] as const;
    // What never happened is as old as this process.
    return wanted.map((what) => [{ what }, ages.get(what as 'made') ?? (now.getTime() - begun.getTime()) / 1_000]);
  });
  metrics.watch('invariants_broken', 'Breaches of what is always true (docs/invariants.md) at the last nightly look', [], () =>
    Promise.resolve([[{}, upkeep.broken]]),
  );
  const late = metrics.gauge('backup_late_after_seconds', 'The age from which on someone must look at it', ['what']);
  for (const [what, seconds] of Object.entries(lateAfter(settings.everyMinutes))) late.set({ what }, seconds);
  await serveMetrics(metrics, { METRICS_PORT: settings.metricsPort, SERVICE_HOST: '0.0.0.0' });
  for (;;) {
    await upkeep.whenDue(new Date());
    await pause(MINUTE_MS);
  }
}
