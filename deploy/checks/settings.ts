import { faultsOf } from '../../dev/system/setting-rules.ts';
import { INSTALLATION_RULES, onDomain } from '../installation.ts';
import { green, red, type Check } from './check.ts';

/** What would end a start. */
export const settingsCheck: Check = {
  id: 'settings',
  look: ({ env }) => {
    const faults = faultsOf(onDomain(env), INSTALLATION_RULES);
    if (faults.length === 0) return green('The settings fit together.');
    return red('The settings do not fit together.', faults.join(' '), 'Mend them in .env.');
  },
};
