import { existsSync, globSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '@concert/test-kit/failure';
import { run } from '@concert/test-kit/processes';
import { ROOT } from '../../dev/rooms.ts';

/**
 * Takes an older commit out of the history and compiles its services and gateway there.
 * @returns its folder
 */
export async function prepareBefore(commit: string): Promise<string> {
  const folder = path.join(ROOT, '.cache/before');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const demand = async (command: string, args: readonly string[], cwd: string) => {
    const { code, output } = await run(command, args, { cwd, withinMs: 600_000 });
    if (code !== 0) throw new Failure(`The version of ${commit} could not be built:\n${output.trim().split('\n').slice(-12).join('\n')}`, 'name a commit of this project.');
  };
  const archive = path.join(folder, 'tree.tar');
  await demand('git', ['archive', '--format=tar', `--output=${archive}`, commit], ROOT);
  await demand('tar', ['xf', archive, '-C', folder], folder);
  await rm(archive);
  // The packages are those of today; its own rooms are linked relative to them, so each tree finds itself.
  for (const modules of ['node_modules', ...globSync('*/node_modules', { cwd: ROOT })]) {
    if (existsSync(path.join(folder, path.dirname(modules)))) await demand('cp', ['-al', path.join(ROOT, modules), path.join(folder, modules)], folder);
  }
  await demand(process.execPath, ['dev/build.ts', 'contracts', 'service-kit', 'gateway', 'svc-auth', 'svc-booking', 'svc-payment', 'svc-notify'], folder);
  return folder;
}
