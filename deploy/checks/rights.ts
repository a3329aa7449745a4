import { green, red, type Check } from './check.ts';

/** Whether others on this machine can read the secrets, or put other ones in their place. */
export const rightsCheck: Check = {
  id: 'rights',
  look: ({ file }) => {
    if (!file) return undefined;
    if (file.isFolder) return red('.env is a folder.', 'Docker makes one where a file is missing.', 'Type: rmdir .env');
    if (file.mode !== undefined && (file.mode & 0o077) !== 0)
      return red('Others on this machine can read .env.', 'It holds every key.', 'Type: chmod 600 .env');
    if ((file.folderMode & 0o002) !== 0)
      return red(
        'Others on this machine can write into the folder of the site.',
        'They could put another .env, or another program, in place of yours, as they can wherever new files are open to all (umask).',
        'Type: chmod -R o-w . and, in your shell and its start file, umask 022',
      );
    return green(file.mode === undefined ? 'There is no .env yet.' : 'Only its owner can read .env.');
  },
};
