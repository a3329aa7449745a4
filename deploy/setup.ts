import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { Failure } from '@concert/machine-kit/failure';
import { openEntrance } from './checks/door.ts';
import { envFileAt, realHouse, realNet, type Entrance } from './checks/house.ts';
import { writeEnvFile } from './env-file.ts';
import { questionsOf, type SetupContext } from './setup/questions.ts';
import { checkSetup, setUp } from './setup/set-up.ts';
import { askAt } from './setup/terminal.ts';

/*
 * Asks what an installation needs, looks at each answer at its provider, registers the site there, and writes .env (docs/settings.md, "Set up"):
 *   docker compose run --rm setup            or, without containers, npm run ops -- setup
 *   docker compose run --rm setup --check    only looks
 */

const ARGUMENTS = questionsOf('DOMAIN', { GOOGLE_CLIENT_ID: 'asked' });
/** Where docker-compose.yml mounts them. */
const BACKUPS = '/backups';
const HELP = `Asks for the domain, the admin's address, the keys of Stripe and SendGrid and the sender, checks them, and writes .env.
  --check              only looks
  --go-on NAME,NAME    goes on beside these rows of the table, though they are not right
${ARGUMENTS.map(({ argument, setting }) => `  --${argument} …`.padEnd(22) + `or ${setting} in the environment`).join('\n')}`;

/** What is given by an argument, or by the environment where it differs from the file: Compose hands the file's own values on. */
function givenIn(values: Readonly<Record<string, unknown>>, standing: Readonly<Record<string, string | undefined>>, domainSetting: string) {
  const given: Record<string, string> = {};
  for (const { argument, setting: listed } of ARGUMENTS) {
    const setting = listed === 'DOMAIN' ? domainSetting : listed;
    const said = values[argument] ?? (process.env[setting] || process.env[listed]);
    if (typeof said === 'string' && said !== '' && said !== standing[setting]) given[setting] = said;
  }
  if (process.env.STRIPE_MODE) given['STRIPE_MODE'] = process.env.STRIPE_MODE;
  return given;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean' },
      'go-on': { type: 'string' },
      help: { type: 'boolean' },
      ...Object.fromEntries(ARGUMENTS.map(({ argument }) => [argument, { type: 'string' as const }])),
    },
  });
  if (values['help']) {
    console.log(HELP);
    return 0;
  }
  const file = process.env.SETUP_FILE ?? '.env';
  const envFile = envFileAt(file);
  const standing = parseEnv(envFile.text);
  const own = (name: string) => process.env[name] || standing[name] || undefined;
  const addresses = Object.fromEntries(['STRIPE_API_URL', 'SENDGRID_API_URL', 'GOOGLE_ISSUER'].map((name) => [name, own(name)]));
  const inContainers = Boolean(process.env.SETUP_FILE);
  // Behind a proxy of one's own the site has an address, and no entrance.
  const hasOwnProxy = standing['PUBLIC_ORIGIN'] && standing['TRUSTED_PROXIES'] && !standing['DOMAIN'];
  const domainSetting = inContainers && !hasOwnProxy ? 'DOMAIN' : 'PUBLIC_ORIGIN';
  const compose = path.join(path.dirname(file), 'docker-compose.yml');
  const terminal = process.stdin.isTTY && !values['check'] ? askAt(process.stdin, process.stdout) : undefined;
  const net = realNet();
  let entrance: Promise<Entrance> | undefined;
  const context: SetupContext = {
    file: envFile.text,
    given: givenIn(values, standing, domainSetting),
    domainSetting,
    inContainers,
    ask: terminal?.ask,
    say: (line) => console.log(line),
    write: (next) => writeEnvFile(file, next),
    house: (env) =>
      realHouse(
        { ...env, ...addresses },
        {
          file: envFile,
          compose: existsSync(compose) ? readFileSync(compose, 'utf8') : undefined,
          backups: existsSync(BACKUPS) ? BACKUPS : undefined,
          folders: ['/', path.dirname(path.resolve(file))],
          net:
            domainSetting === 'DOMAIN'
              ? { ...net, entrance: () => (entrance ??= openEntrance(standing['DOMAIN'] ?? env['DOMAIN'] ?? '', net)) }
              : net,
        },
      ),
    goOn: String(values['go-on'] ?? '')
      .split(',')
      .filter(Boolean),
  };
  try {
    if (!values['check']) {
      await setUp(context);
      console.log(`Next: ${inContainers ? 'docker compose build && docker compose up --detach' : 'npm start'}`);
      return 0;
    }
    const wrong = await checkSetup(context);
    console.log(wrong.length === 0 ? 'Nothing is wrong.' : `Not right or not known: ${wrong.map(({ id }) => id).join(', ')}.`);
    return wrong.length === 0 ? 0 : 1;
  } finally {
    terminal?.close();
    (await entrance)?.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  const { code } = error as { code?: string };
  if (!(error instanceof Failure) && !code?.startsWith('ERR_PARSE_ARGS')) throw error;
  console.error(`${(error as Error).message}\n  Next: ${error instanceof Failure ? error.next : 'see --help.'}`);
  process.exitCode = 1;
}
