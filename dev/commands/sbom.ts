import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { reportAndExit } from '../system/report-and-exit.ts';
import { ROOT, SERVICES, WEB_ROOMS } from '@concert/machine-kit/rooms';

/** Where the bills of materials are written. */
const FOLDER = path.join(ROOT, '.cache/sbom');

/** Parts that are deployed on their own, and so have a bill of their own. */
export const DEPLOYED_PARTS: readonly string[] = ['gateway', ...SERVICES, ...WEB_ROOMS.map(({ name }) => name)];

interface Entry {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
/** `package-lock.json`, as far as a bill needs it. */
export interface LockFile {
  readonly packages: Readonly<Record<string, Entry>>;
}

interface Component {
  readonly type: 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly { readonly expression: string }[];
  readonly hashes?: readonly { readonly alg: 'SHA-512'; readonly content: string }[];
}
/** A CycloneDX 1.6 bill of materials (https://cyclonedx.org/docs/1.6/json/). */
export interface BillOfMaterials {
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.6';
  readonly version: 1;
  readonly metadata: {
    readonly component: { readonly type: 'application'; readonly 'bom-ref': string; readonly name: string; readonly version: string };
  };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** Where Node would find a package from inside another one; undefined for an optional one that is not for this lock. */
function placeOf(lock: LockFile, from: string, name: string): string | undefined {
  for (let place = from; ; place = place.includes('/node_modules/') ? place.slice(0, place.lastIndexOf('/node_modules/')) : '') {
    const found = `${place}${place === '' ? '' : '/'}node_modules/${name}`;
    const entry = lock.packages[found];
    if (entry?.link) return entry.resolved;
    if (entry) return found;
    if (place === '') return undefined;
  }
}

const nameAt = (place: string, entry: Entry): string =>
  entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
const purl = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;
const hash = (integrity: string | undefined): Component['hashes'] =>
  integrity?.startsWith('sha512-')
    ? [{ alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') }]
    : undefined;

/**
 * What one part ships, by the lock file alone. `npm sbom --omit dev` leaves out a package that one part needs and another room uses only in
 * its tests, so the lock file is walked here.
 */
export function billOfMaterialsOf(part: string, lock: LockFile): BillOfMaterials {
  const root = lock.packages[part];
  if (!root) throw new Error(`the lock file knows no ${part}`);
  const refs = new Map<string, string>();
  const edges: { ref: string; dependsOn: string[] }[] = [];
  const components: Component[] = [];
  const walk = (place: string): string => {
    const known = refs.get(place);
    if (known !== undefined) return known;
    const entry = lock.packages[place]!;
    const [name, version] = [nameAt(place, entry), entry.version ?? '0.0.0'];
    const ref = `${purl(name, version)}${place.split('node_modules/').length > 2 ? `#${place}` : ''}`;
    refs.set(place, ref);
    if (place !== part) {
      const hashes = hash(entry.integrity);
      components.push({
        type: 'library',
        'bom-ref': ref,
        name,
        version,
        purl: purl(name, version),
        ...(entry.license ? { licenses: [{ expression: entry.license }] } : {}),
        ...(hashes ? { hashes } : {}),
      });
    }
    const edge = { ref, dependsOn: [] as string[] };
    edges.push(edge);
    for (const needed of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      const there = placeOf(lock, place, needed);
      if (there !== undefined) edge.dependsOn.push(walk(there));
    }
    return ref;
  };
  const ref = walk(part);
  components.sort((a, b) => a['bom-ref'].localeCompare(b['bom-ref'], 'en'));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': ref, name: `concert-${part}`, version: root.version ?? '0.0.0' } },
    components,
    dependencies: edges,
  };
}

/** `npm run sbom`: a bill of materials for each part. */
async function writeAll(): Promise<void> {
  const lock = JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8')) as LockFile;
  await mkdir(FOLDER, { recursive: true });
  for (const part of DEPLOYED_PARTS) {
    const bill = billOfMaterialsOf(part, lock);
    const file = path.join(FOLDER, `${part}.cdx.json`);
    await writeFile(file, `${JSON.stringify(bill, null, 1)}\n`);
    console.log(`${part.padEnd(14)} ${String(bill.components.length).padStart(4)} packages  ${path.relative(ROOT, file)}`);
  }
}

if (import.meta.main) await writeAll().catch(reportAndExit);
