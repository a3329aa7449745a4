import { Failure } from '@concert/machine-kit/failure';
import { firstAvailable, Unavailable, type Provider } from '@concert/machine-kit/fallback-chain';
import { run } from '@concert/machine-kit/processes';
import { findProgram, installPackages } from '@concert/machine-kit/programs';

/** Programs of others that tests look with, and the package of Debian that holds each. */
const PACKAGES = { promtool: 'prometheus', caddy: 'caddy' } as const;

/**
 * Finds promtool, Prometheus's own checker of rules, or Caddy, installing it where that is allowed. A setting of its name in capitals says where
 * another one is.
 */
export function findTool(
  name: keyof typeof PACKAGES,
  { env = process.env, say = () => {} }: { env?: NodeJS.ProcessEnv; say?: (text: string) => void } = {},
): Promise<string> {
  const setting = name.toUpperCase();
  const installed = async (): Promise<string | undefined> => findProgram(name, (env.PATH ?? '').split(':'));
  const ways: Provider<string>[] = [
    {
      name: setting,
      attempt: async () => {
        const given = env[setting];
        if (!given) return new Unavailable('not set');
        const { code } = await run(given, [name === 'caddy' ? 'version' : '--version'], { withinMs: 20_000 });
        if (code !== 0) throw new Failure(`${setting} names ${given}, which does not run.`, `point ${setting} to a ${name}, or unset it.`);
        return given;
      },
    },
    { name: 'this machine', attempt: async () => (await installed()) ?? new Unavailable('none') },
    {
      name: 'apt',
      attempt: async () => {
        say(`Installing ${name} with apt`);
        const obstacle = await installPackages([PACKAGES[name]]);
        return obstacle ? new Unavailable(obstacle) : ((await installed()) ?? new Unavailable(`the package holds no ${name}`));
      },
    },
  ];
  return firstAvailable(
    name,
    ways,
    `install the package ${PACKAGES[name]}, or set ${setting} to a ${name} you have, and run the same command again.`,
  );
}
