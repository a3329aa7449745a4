import type { Command } from './command.ts';
import { dropKey, listKeys, rotateKeys } from './keys.ts';

/** The commands of keys. */
export const KEY_COMMANDS: readonly Command[] = [
  {
    name: 'keys list',
    takes: [],
    group: 'Inspect',
    brief: 'which keys sign, and which are accepted, by their ids',
    more: 'The keys of a data folder; those of another system are where its secrets are (docs/keys.md, "Rotating keys").',
    run: (operation) => listKeys(operation),
  },
  {
    name: 'keys rotate',
    takes: ['name'],
    group: 'Repair',
    brief: 'goes one step further to another key: first it is accepted, then it signs',
    more: 'Names are those that keys list shows. Between the steps the processes are started again. What was signed before stays good until keys drop (docs/keys.md, "Rotating keys").',
    run: (operation, [name = '']) => rotateKeys(operation, name),
  },
  {
    name: 'keys drop',
    takes: ['name'],
    group: 'Repair',
    brief: 'takes the oldest key out; what it signed is good no more',
    more: 'When that may be done says docs/keys.md, "Rotating keys".',
    run: (operation, [name = '']) => dropKey(operation, name),
  },
];
