import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '..');
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, { readonly license?: string; readonly link?: boolean }>>;
};
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
  'Python-2.0': ['argparse'],
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
});
