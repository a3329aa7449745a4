import { describe, expect, it } from '@jest/globals';
import { FIGURE_RINGS, ringField, ringFigure, ringPath, ringRadius } from './rings.ts';

describe('a ring', () => {
  it('without lobes is a circle', () => {
    const ring = { lobes: 0, radius: 10, bend: 0, turn: 0 };
    for (let angle = 0; angle < 6; angle += 0.5) expect(ringRadius(ring, angle)).toBe(10);
  });

  it('has as many crests as lobes', () => {
    const ring = { lobes: 5, radius: 10, bend: 0.3, turn: 0.2 };
    const samples = Array.from({ length: 720 }, (_, index) => ringRadius(ring, (index * Math.PI) / 360));
    const crests = samples.filter((radius, index) => radius > (samples.at(index - 1) ?? 0) && radius >= (samples[(index + 1) % 720] ?? 0));
    expect(crests).toHaveLength(5);
    expect(Math.max(...samples)).toBeCloseTo(13, 1);
    expect(Math.min(...samples)).toBeCloseTo(7, 1);
  });

  it('becomes a closed path that begins and ends at the same point and stays inside its reach', () => {
    const path = ringPath({ lobes: 8, radius: 50, bend: 0.2, turn: 0 }, { x: 100, y: 100 });
    const numbers = path.match(/-?\d+(\.\d+)?/g)?.map(Number) ?? [];
    expect(path).toMatch(/^M.*Z$/);
    expect(numbers.slice(-2)).toEqual(numbers.slice(0, 2));
    expect(path.match(/[CS]/g)).toHaveLength(64);
    expect(path).not.toMatch(/NaN|e-|--/);
    expect(Math.max(...numbers)).toBeLessThanOrEqual(100 + 50 * 1.3);
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(100 - 50 * 1.3);
  });
});

describe('a figure', () => {
  it('is nine nested rings whose bend grows outward and turns a little', () => {
    const figure = ringFigure({ lobes: 7 });
    expect(figure).toHaveLength(FIGURE_RINGS);
    figure.forEach((ring, index) => {
      const inner = figure[index - 1];
      expect(ring.lobes).toBe(7);
      if (!inner) return;
      expect(ring.radius).toBeGreaterThan(inner.radius);
      expect(ring.bend).toBeGreaterThan(inner.bend);
      expect(ring.turn).toBeGreaterThan(inner.turn);
    });
  });

  it('never leaves its reach', () => {
    const outer = ringFigure({ lobes: 3, reach: 80 }).at(-1);
    expect(outer && outer.radius * (1 + outer.bend)).toBeCloseTo(80);
  });

  it('differs by its lobes', () => {
    const drawings = Array.from({ length: 12 }, (_, sign) =>
      ringFigure({ lobes: sign + 3 })
        .map((ring) => ringPath(ring))
        .join(''),
    );
    expect(new Set(drawings).size).toBe(12);
  });

  it.each([{ lobes: 2.5 }, { lobes: -1 }, { lobes: 3, rings: 0 }, { lobes: 3, bend: 1 }])('refuses %p', (rule) => {
    expect(() => ringFigure(rule)).toThrow(RangeError);
  });
});

describe('a field', () => {
  it('spreads with an even step', () => {
    const radii = ringField({ rings: 5, first: 10, step: 20 }).map((ring) => ring.radius);
    expect(radii).toEqual([10, 30, 50, 70, 90]);
  });
});
