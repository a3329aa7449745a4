import { readFileSync } from 'node:fs';
import type { Log } from '../log.ts';
import { SettingsError } from '../settings.ts';

/** Pause between looks at the files. */
const LOOK_MS = 2_000;

/** What a process does about a file that has changed. */
export interface FileWatchOptions {
  readonly log: Log;
  /** Reads all settings again. @throws SettingsError when the process could not be started with them */
  readonly read: () => unknown;
  /** Ends the process, so that it is started again. */
  readonly end: () => void;
  readonly lookMs?: number;
}

/** The files that hold settings of a process, as they were when this was made: before the settings are read, so that no change is missed. */
export class SettingFiles {
  private readonly files: ReadonlyMap<string, string>;
  private known: ReadonlyMap<string, string>;

  /** @param names of the settings; `NAME_FILE` in the environment names the file of `NAME` */
  constructor(names: readonly string[], env: NodeJS.ProcessEnv = process.env) {
    this.files = new Map(names.flatMap((name) => (env[`${name}_FILE`] ? [[name, env[`${name}_FILE`]!]] : [])));
    this.known = this.texts();
  }

  /**
   * Looks again and again, and ends the process once a file holds something else. Settings with which it could not be started change nothing
   * but the log: it goes on with those it has.
   * @returns what ends the looks
   */
  follow({ log, read, end, lookMs = LOOK_MS }: FileWatchOptions): () => void {
    const timer = setInterval(() => {
      const now = this.texts();
      const [setting] = [...now.keys()].filter((name) => now.get(name) !== this.known.get(name));
      if (setting === undefined) return;
      this.known = now;
      try {
        read();
      } catch (error) {
        const [fault] = error instanceof SettingsError ? error.faults : [];
        log.warn('a setting has changed and cannot be used; the one before stays', { setting: fault?.setting ?? setting }, error);
        return;
      }
      clearInterval(timer);
      log.info('a setting has changed; the process ends, to be started again with it', { setting });
      end();
    }, lookMs);
    timer.unref();
    return () => clearInterval(timer);
  }

  /** A file that cannot be read at this moment counts as unchanged. */
  private texts(): Map<string, string> {
    const texts = new Map(this.known);
    for (const [name, file] of this.files) {
      try {
        texts.set(name, readFileSync(file, 'utf8'));
      } catch {
        continue;
      }
    }
    return texts;
  }
}
