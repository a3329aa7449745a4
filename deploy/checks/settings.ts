import { isLive, type Environment } from '../../dev/system/live-keys.ts';
import { faultsOf } from '../../dev/system/setting-rules.ts';
import { INSTALLATION_RULES, onDomain } from '../installation.ts';
import { listed } from './about.ts';
import { advice, check, green, red } from './check.ts';

/** What would end a start. */
export const settingsCheck = check('settings', ({ env }) => {
  const faults = faultsOf(onDomain(env), INSTALLATION_RULES);
  if (faults.length === 0) return green('The settings fit together.');
  return red('The settings do not fit together.', faults.join(' '), 'Mend them in .env.');
});

/** A setting, what is wrong with it as it stands (empty where it is unset), and whether that is no more than advice. */
type Choice = readonly [setting: string, isWrong: (value: string, env: Environment) => boolean, words: string, state?: 'advice'];

const oneOf = (setting: string, ...words: string[]): Choice => [
  setting,
  (value) => value !== '' && !words.includes(value),
  `must be ${words.join(', ')}, or be left out`,
];
const isFrom5To1440 = (value: string) => /^\d+$/.test(value) && Number(value) >= 5 && Number(value) <= 1440;

/** What is allowed to stand, and makes a house worse than it was sold. No start is refused for it. */
const CHOICES: readonly Choice[] = [
  oneOf('AUTH_PASSKEYS_DEMANDED', 'true', 'false'),
  [
    'AUTH_PASSKEYS_DEMANDED',
    (value, env) => value === 'false' && isLive(env),
    'lets organisers in without a passkey, beside a live key: leave it out',
  ],
  oneOf('AUTH_APPROVALS', 'two-people', 'off'),
  [
    'AUTH_APPROVALS',
    (value, env) => value === 'off' && isLive(env),
    'lets one person alone send back money and give roles: leave it out',
    'advice',
  ],
  [
    'TRUSTED_PROXIES',
    (value, { DOMAIN, COMPOSE_PROFILES }) =>
      Boolean(DOMAIN) && listed(COMPOSE_PROFILES).includes('domain') && !['', 'name:caddy'].includes(value),
    'does not name the entrance of this site (name:caddy), so that visitors cannot be told apart: leave it out',
  ],
  [
    'SITE_BIND',
    (value, { DOMAIN }) => Boolean(DOMAIN) && /^(0\.0\.0\.0|\[?::\]?)$/.test(value),
    'lets everyone reach the site without its entrance and without encryption: leave it out',
  ],
  ['BACKUP_EVERY_MINUTES', (value) => value !== '' && !isFrom5To1440(value), 'must be a number from 5 to 1440, or no backup is made'],
  ['BACKUP_KEY', (value) => !/^([0-9a-f]{64})?$/i.test(value), 'must be 64 hexadecimal digits, as openssl rand -hex 32 makes them'],
  oneOf('CONCERT_STATE', 'open', 'draft', 'disabled', 'cancelled'),
  oneOf('LOG_LEVEL', 'debug', 'info', 'warn', 'error', 'silent'),
  ['ACME_CA', (value) => /staging/i.test(value), 'makes certificates for tests, which no browser takes: leave it out'],
  [
    'PUBLIC_ORIGIN',
    (value, { DOMAIN }) => Boolean(DOMAIN) && value !== '' && value.replace(/\/$/, '') !== `https://${DOMAIN}`,
    'is another address than DOMAIN: leave it out',
  ],
  [
    'COMPOSE_PROFILES',
    (value, { DOMAIN }) => Boolean(DOMAIN) && !listed(value).includes('domain'),
    'lacks domain, so that the site has no entrance on its name: write COMPOSE_PROFILES=domain',
  ],
];

/** What was switched off or mistyped, while it stands. */
export const switchedOffCheck = check('switched-off', ({ env, from }) => {
  // In a container a setting that is not handed on is not known to be missing.
  const wrong = CHOICES.filter(
    ([setting, isWrong]) => (from !== 'inside' || env[setting] !== undefined) && isWrong(env[setting] ?? '', env),
  );
  if (wrong.length === 0) return green('Nothing is switched off that should be on.');
  const say = wrong.every(([, , , state]) => state === 'advice') ? advice : red;
  const words = wrong.map(([setting, , what]) => `${setting} ${what}.`).join(' ');
  return say('These settings stand in .env.', words, 'Mend them, then: docker compose up --detach');
});
