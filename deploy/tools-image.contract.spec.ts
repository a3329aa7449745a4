import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { COMPOSE, read, ROOT } from './deploy-files.harness.ts';

/* The image of the stand-ins, one-shot jobs and operator's commands holds every file that these load, as a source or built. */

const RUN = /node,? ((?:dev|deploy)\/[\w/-]+\.ts)/g;
const copied = [
  ...read('deploy/Dockerfile')
    .split(' AS tools')[1]!
    .matchAll(/^COPY (?:--from=built \/app\/)?(?!--)(\S+) (\S+)$/gm),
].map(([, from = '']) => from);
/** What docker-compose.yml runs in it, and what the pages in docs have people run in it. */
const pages = globSync('docs/*.md', { cwd: ROOT }).map(read);
const programs = [...new Set([COMPOSE, ...pages].flatMap((text) => [...text.matchAll(RUN)].map(([, file = '']) => file)))];

/** The file an import leads to when nothing is built; undefined for a package of the registry. */
function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return path.join(path.dirname(file), specifier);
  const [, room = '', rest = ''] = /^@concert\/([^/]+)\/(.*)$/.exec(specifier) ?? [];
  if (room === '') return undefined;
  const folder = existsSync(path.join(ROOT, 'packages', room)) ? `packages/${room}` : room;
  const { exports } = JSON.parse(read(`${folder}/package.json`)) as {
    exports: Record<string, { default: string }>;
  };
  return path.join(folder, exports['./*']!.default.replace('*', rest));
}

/** Every file a program loads when it starts; those of types alone are taken away by Node. */
function loadedBy(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  if (!existsSync(path.join(ROOT, file)) || file.includes('/dist/')) return seen;
  const text = read(file);
  for (const [, specifier = ''] of text.matchAll(/^(?:import|export) (?!type )(?:[^;]*? from )?'([^']+)'/gm)) {
    const target = targetOf(file, specifier);
    if (target !== undefined) loadedBy(target, seen);
  }
  return seen;
}

describe('the image of stand-ins and jobs', () => {
  it('finds the programs that docker-compose.yml runs in it', () => {
    expect(programs.length).toBeGreaterThan(3);
  });

  it.each(programs)('holds every file that %s loads', (program) => {
    const held = (file: string): boolean => copied.some((from) => file === from || file.startsWith(`${from}/`));
    expect([...loadedBy(program)].filter((file) => !held(file))).toEqual([]);
  });
});
