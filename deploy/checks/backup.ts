import { readdir } from 'node:fs/promises';
import { backupsIn, begunAt } from '../../dev/system/kept-backups.ts';
import { assertKeyOpens } from '../../dev/system/sealed-secrets.ts';
import { WrongAnswer } from '../accounts/wrong-answer.ts';
import { advice, check, green, red } from './check.ts';

const MINUTE_MS = 60_000;
const OLDEST_MINUTES = 120;

/** Whether the newest backup is as young as it should be, and opens with the key of .env. */
export const backupCheck = check('backup-age', async ({ env, backups, from, now }) => {
  if (backups === undefined) return undefined;
  const newest = backupsIn(await readdir(backups), new Date(now())).dated.at(0);
  const say = from === 'inside' ? red : advice;
  const next = 'Look in docker compose logs upkeep for the cause; docker compose up --detach starts it again.';
  const key = env['BACKUP_KEY'];
  if (key)
    await assertKeyOpens(backups, key).catch((error: Error & { next?: string }) => {
      throw new WrongAnswer(error.message, error.next ?? 'look at BACKUP_KEY in .env.');
    });
  if (newest === undefined) return from === 'setup' ? undefined : say('There is no backup yet.', next);
  const minutes = Math.round((now() - Number(begunAt(newest))) / MINUTE_MS);
  const seen = `The newest backup is ${minutes} minutes old.`;
  const most = Math.max(OLDEST_MINUTES, 2 * Number(env['BACKUP_EVERY_MINUTES'] || 60));
  if (minutes <= most) return green(seen);
  return say(seen, 'What came after it would be lost with this machine.', next);
});
