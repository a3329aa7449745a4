import { isLive, type Environment } from '../../dev/system/live-keys.ts';
import { listed } from './about.ts';
import { green, type Check, type Finding } from './check.ts';

interface Choice {
  readonly setting: string;
  readonly state?: 'advice';
  /** What is wrong with it as it stands. */
  readonly fault: (value: string, env: Environment) => string | false | undefined;
}

const oneOf =
  (...words: string[]) =>
  (value: string) =>
    value !== '' && !words.includes(value) && `must be ${words.join(', ')}, or be left out`;
const hasDomain = ({ DOMAIN, COMPOSE_PROFILES }: Environment) => Boolean(DOMAIN) && listed(COMPOSE_PROFILES).includes('domain');

/** What is allowed to stand, and makes a house worse than it was sold. No start is refused for it. */
const CHOICES: readonly Choice[] = [
  { setting: 'AUTH_PASSKEYS_DEMANDED', fault: oneOf('true', 'false') },
  {
    setting: 'AUTH_PASSKEYS_DEMANDED',
    fault: (value, env) => value === 'false' && isLive(env) && 'lets organisers in without a passkey, beside a live key: leave it out',
  },
  { setting: 'AUTH_APPROVALS', fault: oneOf('two-people', 'off') },
  {
    setting: 'AUTH_APPROVALS',
    state: 'advice',
    fault: (value, env) => value === 'off' && isLive(env) && 'lets one person alone send back money and give roles: leave it out',
  },
  {
    setting: 'TRUSTED_PROXIES',
    fault: (value, env) =>
      hasDomain(env) &&
      value !== '' &&
      value !== 'name:caddy' &&
      'does not name the entrance of this site (name:caddy), so that visitors cannot be told apart: leave it out',
  },
  {
    setting: 'SITE_BIND',
    fault: (value, env) =>
      Boolean(env['DOMAIN']) &&
      /^(0\.0\.0\.0|\[?::\]?)$/.test(value) &&
      'lets everyone reach the site without its entrance and without encryption: leave it out',
  },
  {
    setting: 'BACKUP_EVERY_MINUTES',
    fault: (value) =>
      value !== '' &&
      !(/^\d+$/.test(value) && Number(value) >= 5 && Number(value) <= 1440) &&
      'must be a number from 5 to 1440, or no backup is made',
  },
  {
    setting: 'BACKUP_KEY',
    fault: (value) => value !== '' && !/^[0-9a-f]{64}$/i.test(value) && 'must be 64 hexadecimal digits, as openssl rand -hex 32 makes them',
  },
  { setting: 'CONCERT_STATE', fault: oneOf('open', 'draft', 'disabled', 'cancelled') },
  { setting: 'LOG_LEVEL', fault: oneOf('debug', 'info', 'warn', 'error', 'silent') },
  { setting: 'ACME_CA', fault: (value) => /staging/i.test(value) && 'makes certificates for tests, which no browser takes: leave it out' },
  {
    setting: 'PUBLIC_ORIGIN',
    fault: (value, { DOMAIN }) =>
      Boolean(DOMAIN) && value !== '' && value.replace(/\/$/, '') !== `https://${DOMAIN}` && 'is another address than DOMAIN: leave it out',
  },
  {
    setting: 'COMPOSE_PROFILES',
    fault: (value, { DOMAIN }) =>
      Boolean(DOMAIN) &&
      !listed(value).includes('domain') &&
      'lacks domain, so that the site has no entrance on its name: write COMPOSE_PROFILES=domain',
  },
];

/** What was switched off or mistyped, while it stands. */
export const switchedOffCheck: Check = {
  id: 'switched-off',
  look: ({ env, from }) => {
    const wrong = CHOICES.flatMap(({ setting, state, fault }) => {
      // In a container a setting that is not handed on is not known to be missing.
      if (from === 'inside' && env[setting] === undefined) return [];
      const said = fault(env[setting] ?? '', env);
      return said ? [{ isAdvice: state === 'advice', text: `${setting} ${said}.` }] : [];
    });
    if (wrong.length === 0) return green('Nothing is switched off that should be on.');
    const state: Finding['state'] = wrong.every(({ isAdvice }) => isAdvice) ? 'advice' : 'red';
    return {
      state,
      seen: 'These settings stand in .env.',
      wrong: wrong.map(({ text }) => text).join(' '),
      next: 'Mend them, then: docker compose up --detach',
    };
  },
};
