import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '@concert/test-kit/until';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLog } from '../log.ts';
import { SettingFiles } from './setting-files.ts';
import { SettingsError } from '../settings.ts';

describe('files that hold settings', () => {
  let folder: string;
  let key: string;
  let ended: number;
  let lines: string[];
  let stop: (() => void) | undefined;
  let looks: number;
  let fault: SettingsError | undefined;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'settings-'));
    key = path.join(folder, 'key');
    writeFileSync(key, 'before');
    [ended, looks, lines, fault] = [0, 0, [], undefined];
  });
  afterEach(() => {
    stop?.();
    rmSync(folder, { recursive: true });
  });

  const filesOf = () => new SettingFiles(['STRIPE_SECRET_KEY', 'LOG_LEVEL'], { STRIPE_SECRET_KEY_FILE: key, LOG_LEVEL: 'info' });
  const follow = (files = filesOf()) => {
    stop = files.follow({
      log: createLog('svc-probe', 'info', { write: (line) => void lines.push(line) }),
      read: () => {
        looks += 1;
        if (fault) throw fault;
      },
      end: () => void (ended += 1),
      lookMs: 5,
    });
  };
  const look = (what: string, seen: () => boolean) => until(what, () => Promise.resolve(seen()), Boolean, { everyMs: 2 });

  it('B9-540 end the process, once, when one of them changes, and say which', async () => {
    follow();
    writeFileSync(key, 'after');
    await look('it ended', () => ended > 0);
    expect([ended, lines.length, lines[0]]).toEqual([1, 1, expect.stringContaining('"setting":"STRIPE_SECRET_KEY"')]);
    expect(lines[0]).not.toContain('after');
  });

  it('B9-540 end it also for what changed between reading them and following them', async () => {
    const files = filesOf();
    writeFileSync(key, 'after');
    follow(files);
    await look('it ended', () => ended > 0);
  });

  it('B9-540 change nothing while they cannot be read or used', async () => {
    fault = new SettingsError([{ setting: 'STRIPE_SECRET_KEY', fault: 'must be a secret key' }]);
    follow();
    rmSync(key);
    writeFileSync(key, 'mistyped');
    await look('it was looked at', () => looks > 0);
    expect([ended, lines[0]]).toEqual([0, expect.stringContaining('the one before stays')]);
    fault = undefined;
    writeFileSync(key, 'right');
    await look('it ended', () => ended > 0);
  });
});
