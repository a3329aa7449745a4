/*
 * The look as data: the same values that tokens.css gives to the browser, for whatever cannot read a style sheet
 * (canvas, mails, tests). A test keeps the two equal and computes the contrast ratios from here.
 */

/** Colours of one ground. Names are those of the custom properties, without the two dashes. */
export interface Palette {
  readonly ground: string;
  readonly raised: string;
  readonly sunk: string;
  /** Decoration only: never the one thing that shows where a control ends. */
  readonly hairline: string;
  readonly 'field-border': string;
  readonly ink: string;
  readonly 'ink-quiet': string;
  readonly action: string;
  readonly 'on-action': string;
  readonly warm: string;
  /** Rings, marks and underlines; never text. */
  readonly 'warm-graphic': string;
  readonly rose: string;
  readonly good: string;
  readonly 'good-ground': string;
  readonly bad: string;
  readonly 'bad-ground': string;
}

export const light: Palette = {
  ground: '#faf6ee',
  raised: '#fffdf8',
  sunk: '#f1eadc',
  hairline: '#d9cfbb',
  'field-border': '#8d86a0',
  ink: '#1b1a2e',
  'ink-quiet': '#54506a',
  action: '#2d2a6e',
  'on-action': '#ffffff',
  warm: '#96500c',
  'warm-graphic': '#d9822b',
  rose: '#a23b58',
  good: '#1f6a4d',
  'good-ground': '#e4f0e6',
  bad: '#a6261f',
  'bad-ground': '#fae6e0',
};

export const dark: Palette = {
  ground: '#10101f',
  raised: '#191930',
  sunk: '#0b0b17',
  hairline: '#34334f',
  'field-border': '#8d86a0',
  ink: '#f2ebdd',
  'ink-quiet': '#b6b0c4',
  action: '#f0b35c',
  'on-action': '#1b1a2e',
  warm: '#f0b35c',
  'warm-graphic': '#f0b35c',
  rose: '#e88aa3',
  good: '#7fd0a9',
  'good-ground': '#12301f',
  bad: '#ff9d8f',
  'bad-ground': '#3a1614',
};

/** A night section looks the same in both themes: banner, hero, footer, the picture side of a ticket. */
export const night: Palette = {
  ...dark,
  ground: '#12122a',
  raised: '#1d1c45',
  sunk: '#0b0b17',
  ink: '#f4ecdc',
  'ink-quiet': '#d5cfd8',
};

/** The hero's stops, from the warm low point outwards; its text is the night ink. */
export const dawn = ['#8a3d2e', '#4a2a5e', '#1d1c45', '#12122a'] as const;

/** Text of the one button that stays amber on every ground. */
export const onAccent = '#1b1a2e';
export const accent = '#f0b35c';

/** Space in CSS pixels; the name of a step is its size. */
export const spaces = [4, 8, 12, 16, 24, 32, 48, 72, 112] as const;

/** Corners in CSS pixels. */
export const radii = { field: 10, card: 14, ticket: 20, pill: 999 } as const;

/** Durations in milliseconds: `state` for a control that changes, `place` for something that moves. */
export const motion = { state: 160, place: 400 } as const;

/**
 * Contrast ratio of two `#rrggbb` colours (WCAG 2.2, relative luminance), from 1 to 21.
 * @throws RangeError when a colour is written in another way
 */
export function contrast(one: string, other: string): number {
  const [brighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (brighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  if (!/^#[0-9a-f]{6}$/.test(colour)) throw new RangeError(`${colour} is not written as #rrggbb`);
  const channel = (from: number) => {
    const value = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
