import { Failure } from './failure.ts';
import { firstAvailable, Unavailable, type Provider } from './fallback-chain.ts';
import { run } from './processes.ts';
import { findProgram, installPackages } from './programs.ts';

/** Names and places under which browsers of the Chromium family are installed; first the one without windows, which does the same for less. */
const KNOWN = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/lib/chromium/chromium',
  '/snap/bin/chromium',
];

/** Finds a browser for the journeys, installing one where that is allowed. */
export function findBrowser(options: { env?: NodeJS.ProcessEnv; say?: (text: string) => void } = {}): Promise<string> {
  return firstAvailable(
    'A browser of the Chromium family',
    browserProviders(options),
    'install the package chromium, or set CHROME_PATH to a browser you have, and run the same command again.',
  );
}

/** The ways to a browser, in order of preference. */
export function browserProviders({
  env = process.env,
  say = () => {},
}: { env?: NodeJS.ProcessEnv; say?: (text: string) => void } = {}): Provider<string>[] {
  return [
    {
      name: 'CHROME_PATH',
      attempt: async () => {
        if (!env.CHROME_PATH) return new Unavailable('not set');
        const { code } = await run(env.CHROME_PATH, ['--version'], { withinMs: 20_000 });
        if (code !== 0)
          throw new Failure(
            `CHROME_PATH names ${env.CHROME_PATH}, which does not run.`,
            'point CHROME_PATH to a browser of the Chromium family, or unset it.',
          );
        return env.CHROME_PATH;
      },
    },
    { name: 'this machine', attempt: async () => (await installed(env)) ?? new Unavailable('none') },
    {
      name: 'apt',
      attempt: async () => {
        say('Installing Chromium with apt');
        // Not every distribution has the first.
        const obstacle = (await installPackages(['chromium-headless-shell'])) && (await installPackages(['chromium']));
        return obstacle ? new Unavailable(obstacle) : ((await installed(env)) ?? new Unavailable('the package holds no browser'));
      },
    },
  ];
}

async function installed(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  for (const name of KNOWN) {
    const place = await findProgram(name, (env.PATH ?? '').split(':'));
    if (place) return place;
  }
  return undefined;
}
