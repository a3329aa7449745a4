import { Failure } from '@concert/machine-kit/failure';
import { firstAvailable, Unavailable, type Provider } from '@concert/machine-kit/fallback-chain';
import { run } from '@concert/machine-kit/processes';
import { findProgram, installPackages } from '@concert/machine-kit/programs';

/** Finds promtool, Prometheus's own checker of rules, installing it where that is allowed. */
export function findPromtool(options: { env?: NodeJS.ProcessEnv; say?: (text: string) => void } = {}): Promise<string> {
  return firstAvailable(
    'promtool',
    promtoolProviders(options),
    'install the package prometheus, or set PROMTOOL to a promtool you have, and run the same command again.',
  );
}

/** The ways to promtool, in order of preference. */
export function promtoolProviders({
  env = process.env,
  say = () => {},
}: { env?: NodeJS.ProcessEnv; say?: (text: string) => void } = {}): Provider<string>[] {
  const installed = async (): Promise<string | undefined> => findProgram('promtool', (env.PATH ?? '').split(':'));
  return [
    {
      name: 'PROMTOOL',
      attempt: async () => {
        if (!env.PROMTOOL) return new Unavailable('not set');
        const { code } = await run(env.PROMTOOL, ['--version'], { withinMs: 20_000 });
        if (code !== 0)
          throw new Failure(`PROMTOOL names ${env.PROMTOOL}, which does not run.`, 'point PROMTOOL to a promtool, or unset it.');
        return env.PROMTOOL;
      },
    },
    { name: 'this machine', attempt: async () => (await installed()) ?? new Unavailable('none') },
    {
      name: 'apt',
      attempt: async () => {
        say('Installing promtool with apt');
        const obstacle = await installPackages(['prometheus']);
        return obstacle ? new Unavailable(obstacle) : ((await installed()) ?? new Unavailable('the package holds no promtool'));
      },
    },
  ];
}
