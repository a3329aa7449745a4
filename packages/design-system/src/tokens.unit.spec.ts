import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { accent, contrast, dark, dawn, light, motion, night, onAccent, radii, spaces, type Palette } from './tokens.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** The custom properties of the block that begins with a selector. */
function block(selector: string): Record<string, string> {
  const from = css.indexOf(`${selector} {`);
  if (from < 0) throw new Error(`tokens.css has no block ${selector}`);
  const text = css.slice(css.indexOf('{', from), css.indexOf('}', from));
  return Object.fromEntries([...text.matchAll(/--([a-z0-9-]+):\s*([^;]+);/g)].map((found) => [found[1], found[2]]));
}

describe('contrast', () => {
  it('refuses a colour it cannot read', () => {
    expect(() => contrast('red', '#ffffff')).toThrow(RangeError);
  });

  it.each(dawn)('of hero text over %s is 6.4 or more', (stop) => {
    expect(contrast(night.ink, stop)).toBeGreaterThanOrEqual(6.4);
  });

  it.each([
    ['light', light],
    ['dark', dark],
    ['night', night],
  ] as [string, Palette][])('of everything that is read is 4.5 or more on every ground of %s', (_, palette) => {
    const grounds = [palette.ground, palette.raised, palette.sunk];
    const read = [palette.ink, palette['ink-quiet'], palette.warm, palette.rose, palette.good, palette.bad];
    for (const ground of grounds)
      for (const text of read) expect([text, ground, contrast(text, ground) >= 4.5]).toEqual([text, ground, true]);
    expect(contrast(palette.rose, palette['bad-ground'])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.ink, palette['bad-ground'])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.ink, palette['good-ground'])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette['field-border'], palette.ground)).toBeGreaterThanOrEqual(3);
    expect(contrast(accent, onAccent)).toBeGreaterThanOrEqual(4.5);
  });
});

describe('tokens.css', () => {
  it.each([
    [':root', light],
    [":root:not([data-theme='light'])", dark],
    [":root[data-theme='dark']", dark],
    ["[data-ground='night']", night],
  ] as [string, Palette][])('gives %s the palette of tokens.ts', (selector, palette) => {
    expect(block(selector)).toMatchObject(palette);
  });

  it('gives the steps of space, corners, motion and the dawn', () => {
    const root = block(':root');
    for (const space of spaces) expect(root[`space-${space}`]).toBe(`${space}px`);
    for (const [name, radius] of Object.entries(radii)) expect(root[`radius-${name}`]).toBe(`${radius}px`);
    for (const [name, duration] of Object.entries(motion)) expect(root[`motion-${name}`]).toBe(`${duration}ms`);
    dawn.forEach((stop, index) => expect(root[`dawn-${index + 1}`]).toBe(stop));
    expect(root).toMatchObject({ accent, 'on-accent': onAccent });
  });
});
