import path from 'node:path';
import { forgetRehearsal } from './forget-rehearsal.ts';
import { check, keepBackups, writeBackup, writeErasures, restoreFrom } from './backup-commands.ts';
import type { Command } from './command.ts';

/** The commands of backups. */
export const BACKUP_COMMANDS: readonly Command[] = [
  {
    name: 'backup',
    takes: ['folder'],
    group: 'Keep',
    brief: 'every document of the four databases, encrypted, with counts and checksums',
    more: 'Into a folder that does not exist yet; everything goes on meanwhile. Its key is BACKUP_KEY, or in BACKUP_KEY_FILE, or among the secrets of the system here; key and secrets are kept apart from it (docs/operate.md, "Backup and restore").',
    run: (operation, [folder = '']) => writeBackup(operation, path.resolve(folder)),
  },
  {
    name: 'check-backup',
    takes: ['folder'],
    group: 'Keep',
    brief: 'whether a backup is whole',
    more: '',
    run: (operation, [folder = '']) => check(operation, path.resolve(folder)),
  },
  {
    name: 'erasures',
    takes: ['file'],
    group: 'Keep',
    brief: 'who was erased, by number, for the restore of an older backup',
    more: 'Every hour, to where backups are kept: it takes the place of the file before. It names nobody.',
    run: (operation, [file = '']) => writeErasures(operation, path.resolve(file)),
  },
  {
    name: 'upkeep',
    takes: ['folder'],
    group: 'Keep',
    brief: 'makes backups and lists of erased people by itself, and restores one each night to see that it can be done',
    more: 'Until it is stopped, each BACKUP_EVERY_MINUTES (60), into a folder of its own below this one; the newest of 24 hours, 14 days and 8 weeks stay. The containers run it all the time.',
    run: (operation, [folder = '']) => keepBackups(operation, path.resolve(folder)),
  },
  {
    name: 'forget-rehearsal',
    takes: [],
    group: 'Keep',
    brief: 'removes bookings, payments, mails and admissions of a rehearsal with a test key',
    more: 'Report and stock then stand at zero, and the concert is a draft again; accounts, settings, the audit log, contact messages and the list for the next date stay. Services must be stopped. Refused where any real money was paid.',
    run: (operation) => forgetRehearsal(operation),
  },
  {
    name: 'restore',
    takes: ['folder', '[erasures]'],
    group: 'Keep',
    brief: 'puts a backup in place of what the databases hold',
    more: 'Services must be stopped. Of a folder that upkeep keeps, it takes the newest backup and the list of erased people. The backup is looked at first, and what was restored is compared with it. Then everybody is erased again who was erased since: by the file that erasures wrote, and by what the databases knew; nobody, where that is so.',
    run: (operation, [folder = '', list]) =>
      restoreFrom(operation, path.resolve(folder), list === undefined || list === 'nobody' ? list : path.resolve(list)),
  },
];
