import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/*
 * The fence feature-no-cycle (docs/decisions/0012): features do not need each other in circles. A feature is a folder
 * of a service's src, or of a screen's src/features; owners of promises and the parts of dev are held to the same. Run by Node itself (types are stripped), in `npm run check`:
 *   node docs/check-features.ts
 */

/** Folders whose subfolders are features. */
const HOMES = ['svc-*/src', 'gateway/src', '{shell,mfe-*}/src/features', 'contracts', 'dev'];
const NOT_OURS = ['**/node_modules', '**/dist'];

/** Tests, with their suites and harnesses, may look wherever they like. */
const TEST_FILE = /[.](spec|suite|harness)[.]tsx?$/;

/** A feature needs another one of its home. */
export interface Arrow {
  readonly home: string;
  readonly from: string;
  readonly to: string;
  /** Files of `from` that import something of `to`, by their path from the root. */
  readonly files: readonly string[];
}

/** Every arrow between the features of a checkout; an import of types alone counts like any other. */
export function featureArrows(root: string): Arrow[] {
  const arrows: Arrow[] = [];
  for (const home of globSync(HOMES, { cwd: root }).toSorted()) {
    const filesOf = new Map<string, Set<string>>();
    for (const file of globSync('*/**/*.{ts,tsx}', { cwd: path.join(root, home), exclude: NOT_OURS }).toSorted()) {
      if (TEST_FILE.test(file)) continue;
      const from = featureOf(file);
      const { importedFiles } = ts.preProcessFile(readFileSync(path.join(root, home, file), 'utf8'), true, true);
      for (const { fileName } of importedFiles) {
        if (!fileName.startsWith('.')) continue;
        const target = path.join(path.dirname(file), fileName);
        const to = featureOf(target);
        if (to === from || to === '..' || !target.includes(path.sep)) continue;
        const arrow = `${from} ${to}`;
        filesOf.set(arrow, (filesOf.get(arrow) ?? new Set()).add(path.join(home, file)));
      }
    }
    for (const [arrow, files] of filesOf) {
      const [from = '', to = ''] = arrow.split(' ');
      arrows.push({ home, from, to, files: [...files] });
    }
  }
  return arrows;
}

function featureOf(file: string): string {
  return file.split(path.sep)[0] ?? '';
}

/** The arrows that take part in a circle: from the feature an arrow leads to, a way leads back. */
export function circleArrows(arrows: readonly Arrow[]): Arrow[] {
  return arrows.filter((arrow) => {
    const reached = new Set([arrow.to]);
    for (const feature of reached) {
      for (const next of arrows) if (next.home === arrow.home && next.from === feature) reached.add(next.to);
    }
    return reached.has(arrow.from);
  });
}

/** What is wrong with the features of a checkout, a sentence each. */
export function featureFaults(root: string): string[] {
  return circleArrows(featureArrows(root)).map(
    ({ home, from, to, files }) => `feature-no-cycle: ${home}: ${from} needs ${to}, and a way leads back; by ${files.join(', ')}`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const faults = featureFaults(root);
  for (const fault of faults) console.error(fault);
  console.log(`features: ${featureArrows(root).length} arrows between them, ${faults.length} in circles`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
