import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { billOfMaterialsOf, DEPLOYED_PARTS, type LockFile } from '../dev/commands/sbom.ts';

const root = join(import.meta.dirname, '..');
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile;
const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** The policy as docs/licences.md tells it. */
const EVERYWHERE = ['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'Unlicense', 'Zlib'];
const ONLY: Readonly<Record<string, readonly string[]>> = {
  'OFL-1.1': [
    '@embedpdf/fonts-arabic',
    '@embedpdf/fonts-hebrew',
    '@embedpdf/fonts-latin',
    '@embedpdf/fonts-sc',
    '@expo-google-fonts/figtree',
    '@expo-google-fonts/yrsa',
    '@fontsource-variable/figtree',
    '@fontsource-variable/hanken-grotesk',
    '@fontsource-variable/yrsa',
    '@fontsource/nanum-gothic',
    '@fontsource/noto-sans-tamil',
    '@fontsource/noto-sans-thai',
  ],
  'CC-BY-4.0': ['caniuse-lite'],
  'MPL-2.0': ['axe-core', '@axe-core/playwright', 'ical.js'],
};
const READ_BY_HAND: Readonly<Record<string, string>> = { buildcheck: 'MIT', 'cpu-features': 'MIT', ssh2: 'MIT', 'png-js': 'MIT' };

/** Whether an SPDX expression of names, AND, OR and one level of brackets is allowed for a package. */
function allowed(name: string, expression: string): boolean {
  const takes = (licence: string): boolean => EVERYWHERE.includes(licence) || (ONLY[licence]?.includes(name) ?? false);
  return expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => takes(licence.trim())));
}

describe('licences', () => {
  it('of every package are ones the policy allows', () => {
    const others = Object.entries(lock.packages)
      .filter(([place, entry]) => place.includes('node_modules/') && !entry.link)
      .map(([place, { license }]) => [nameOf(place), license ?? READ_BY_HAND[nameOf(place)] ?? 'none'] as const)
      .filter(([name, licence]) => !allowed(name, licence));
    expect(others).toEqual([]);
  });

  it.each([
    ['GPL-3.0-only', false],
    ['MIT AND GPL-3.0-only', false],
    ['(MIT OR GPL-3.0-only)', true],
    ['MPL-2.0', false],
    ['none', false],
    ['Apache-2.0 AND MIT', true],
  ])('%s may be used by any package: %s', (licence, may) => {
    expect(allowed('some-package', licence)).toBe(may);
  });
});

describe('the bill of materials', () => {
  it.each(DEPLOYED_PARTS)('of %s names everything it ships, and nothing that only builds or tests it', (part) => {
    const bill = billOfMaterialsOf(part, lock);
    expect(bill.metadata.component.name).toBe(`concert-${part}`);
    const shipped = bill.components.map(({ name }) => name);
    const direct = JSON.parse(readFileSync(join(root, part, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
    expect(Object.keys(direct.dependencies).filter((name) => !shipped.includes(name))).toEqual([]);
    expect(shipped.filter((name) => /^(jest|eslint|typescript|webpack|@swc\/core|playwright-core)$/.test(name))).toEqual([]);
    const refs = new Set([bill.metadata.component['bom-ref'], ...bill.components.map((component) => component['bom-ref'])]);
    expect(refs.size).toBe(bill.components.length + 1);
    expect(bill.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
  });

  it('reaches what a dependency needs', () => {
    expect(billOfMaterialsOf('gateway', lock).components.map(({ purl }) => purl.replace(/@[^@]*$/, ''))).toEqual(
      expect.arrayContaining(['pkg:npm/fastify', 'pkg:npm/pino', 'pkg:npm/%40concert/service-kit']),
    );
  });
});
