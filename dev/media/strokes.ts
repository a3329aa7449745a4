import { ringField, ringFigure, ringPath, type Ring } from '@concert/design-system/rings.ts';

/*
 * What every picture of the site is drawn with: rings, lines and flat shapes on a night ground. It is text (SVG), so that
 * pictures stay sharp and small.
 */

export const NIGHT = '#12122a';
export const DEEP = '#0d0d1f';
export const INDIGO = '#2d2a6e';
export const WARM = '#f0b35c';
export const PAPER = '#f4ecdc';

/** Half a hundredth of a figure is finer than a pixel where the figures are shown. */
export const whole = (path: string) => path.replace(/-?\d+\.\d/g, (number) => String(Math.round(Number(number))));
export const hundredth = (value: number) => String(Math.round(value * 100) / 100);
export const tenth = (value: number) => String(Math.round(value * 10) / 10);

interface Stroke {
  readonly width?: number;
  readonly colour?: string;
  readonly from?: number;
  readonly to?: number;
  readonly extra?: string;
}

/** Rings as one group, the inner ones fainter (or the outer ones, when `from` is above `to`). */
export function drawn(
  rings: readonly Ring[],
  centre: { x: number; y: number },
  { width = 1.6, colour = WARM, from = 0.35, to = 1, extra = '' }: Stroke = {},
): string {
  const paths = rings
    .map(
      (ring, index) =>
        `<path d="${ringPath(ring, centre)}" stroke-opacity="${hundredth(from + ((to - from) * (index + 1)) / rings.length)}"/>`,
    )
    .join('');
  return `<g fill="none" stroke="${colour}" stroke-width="${width}"${extra}>${paths}</g>`;
}

/** Even circles around a point. */
export function circles(x: number, y: number, count: number, first: number, step: number, stroke: Stroke = {}): string {
  return drawn(ringField({ lobes: 0, rings: count, first, step, bend: 0 }), { x, y }, stroke);
}

export function line(path: string, { width = 2.4, colour = WARM, extra = '' }: Stroke = {}): string {
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${extra}/>`;
}

export function solid(path: string, fill = NIGHT, width = 2.4): string {
  return `<path d="${path}" fill="${fill}" stroke="${WARM}" stroke-width="${width}" stroke-linejoin="round"/>`;
}

export function frame(width: number, height: number, inside: string, title: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img"><title>${title}</title><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="${INDIGO}"/><stop offset=".8" stop-color="${NIGHT}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#g)"/>${inside}</svg>\n`;
}

/** What an instrument sounds like, behind it. */
export function aura(lobes: number, x = 200, y = 250): string {
  return drawn(ringFigure({ lobes, rings: 7, reach: 262 }), { x, y }, { width: 1.3, from: 0.08, to: 0.34 });
}
