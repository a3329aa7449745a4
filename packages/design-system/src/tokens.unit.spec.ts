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

const rounded = (one: string, other: string) => Math.round(contrast(one, other) * 10) / 10;

describe('contrast', () => {
  it('is 21 between black and white, and the same both ways', () => {
    expect(contrast('#000000', '#ffffff')).toBe(21);
    expect(contrast('#ffffff', '#000000')).toBe(21);
  });

  it('refuses a colour it cannot read', () => {
    expect(() => contrast('red', '#ffffff')).toThrow(RangeError);
  });

  it.each([
    ['field border', light['field-border'], light.ground, 3.2],
    ['ink', light.ink, light.ground, 15.8],
    ['quiet ink', light['ink-quiet'], light.ground, 7.1],
    ['action with its text', light.action, light['on-action'], 12.6],
    ['warm text', light.warm, light.ground, 5.6],
    ['warm graphic', light['warm-graphic'], light.ground, 2.7],
    ['rose', light.rose, light.ground, 5.9],
    ['good on its ground', light.good, light['good-ground'], 5.5],
    ['bad', light.bad, light.ground, 6.7],
    ['bad on its ground', light.bad, light['bad-ground'], 6],
    ['dark field border', dark['field-border'], dark.ground, 5.4],
    ['dark ink', dark.ink, dark.ground, 15.9],
    ['dark quiet ink', dark['ink-quiet'], dark.ground, 9],
    ['dark action with its text', dark.action, dark['on-action'], 9.2],
    ['dark warm', dark.warm, dark.ground, 10.1],
    ['dark rose', dark.rose, dark.ground, 7.7],
    ['dark good on its ground', dark.good, dark['good-ground'], 7.8],
    ['dark bad', dark.bad, dark.ground, 9.4],
    ['dark bad on its ground', dark.bad, dark['bad-ground'], 8],
    ['night text', night.ink, night.ground, 15.6],
    ['night accent', accent, night.ground, 9.9],
  ])('of %s is as measured', (_, one, other, ratio) => {
    expect(rounded(one, other)).toBe(ratio);
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
