import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { contrast } from './contrast.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** The custom properties of the block that begins with a selector, after a place in the file. */
function block(selector: string, after = ''): Record<string, string> {
  const from = css.indexOf(`${selector} {`, css.indexOf(after));
  if (from < 0) throw new Error(`tokens.css has no block ${selector}`);
  const text = css.slice(css.indexOf('{', from), css.indexOf('}', from));
  return Object.fromEntries([...text.matchAll(/--([a-z0-9-]+):\s*([^;]+);/g)].map((found) => [found[1], found[2]]));
}

const light = block(':root');
const night = block("[data-ground='night']");

describe('contrast', () => {
  it('refuses a colour it cannot read', () => {
    expect(() => contrast('red', '#ffffff')).toThrow(RangeError);
  });

  it.each([2, 3, 4])('of hero text over stop %i of the dawn is 6.4 or more', (stop) => {
    expect(contrast(night['ink']!, light[`dawn-${stop}`]!)).toBeGreaterThanOrEqual(6.4);
  });

  it.each([
    ['light', light],
    ['dark', block(':root', '@media (prefers-color-scheme: dark)')],
    ['night', night],
  ])('of everything that is read is 4.5 or more on every ground of %s', (_, palette) => {
    const ratio = (one: string, other: string) => contrast(palette[one]!, palette[other]!);
    for (const ground of ['ground', 'raised', 'sunk'])
      for (const text of ['ink', 'ink-quiet', 'warm', 'rose', 'good', 'bad'])
        expect([text, ground, ratio(text, ground) >= 4.5]).toEqual([text, ground, true]);
    for (const [text, ground] of [
      ['rose', 'bad-ground'],
      ['ink', 'bad-ground'],
      ['ink', 'good-ground'],
    ] as const)
      expect(ratio(text, ground)).toBeGreaterThanOrEqual(4.5);
    expect(ratio('field-border', 'ground')).toBeGreaterThanOrEqual(3);
    expect(contrast(light['accent']!, light['on-accent']!)).toBeGreaterThanOrEqual(4.5);
  });
});
