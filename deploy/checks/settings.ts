import { faultsOf } from '../../dev/system/setting-rules.ts';
import { INSTALLATION_RULES, onDomain } from '../installation.ts';
import type { Check } from './check.ts';

/** What would end a start. */
export const settingsCheck: Check = {
  id: 'settings',
  look: ({ env }) => {
    const faults = faultsOf(onDomain(env), INSTALLATION_RULES);
    if (faults.length === 0) return { state: 'green', seen: 'The settings fit together.' };
    return { state: 'red', seen: 'The settings do not fit together.', wrong: faults.join(' '), next: 'Mend them in .env.' };
  },
};
