import { ringField, ringFigure, ringPath, type Ring } from '@concert/design-system/rings.ts';
import { circles, DEEP, drawn, frame, hundredth, line, NIGHT, PAPER, tenth, WARM, whole } from './strokes.ts';
import { PORTRAITS } from './troupe.ts';

/* The pictures of the site, each drawn from rings and a few shapes: night ground, warm lines. */

/** The teacher with the tanpura, seated; the point between the hands is at `x`, `y`. */
export function seatedTeacher(x: number, y: number, scale: number, breath = 0): string {
  const rise = 1 + breath * 0.012;
  return (
    `<g transform="translate(${tenth(x)} ${tenth(y)}) scale(${scale} ${scale * rise})">` +
    // Robe and knees
    `<path d="M-150 96C-158 62-112 44-74 36C-70-8-66-58-40-72C-24-80-14-82-12-98H12C14-82 24-80 40-72C66-58 70-8 74 36C112 44 158 62 150 96C148 112 96 116 0 116S-148 112-150 96Z" fill="${DEEP}" stroke="${WARM}" stroke-width="2.4" stroke-linejoin="round"/>` +
    // Head, hair
    `<ellipse cy="-128" rx="29" ry="35" fill="${DEEP}" stroke="${WARM}" stroke-width="2.4"/>` +
    line('M-29-132C-26-158-10-166 0-166S26-158 29-132C18-146-18-146-29-132Z', { width: 2 }) +
    // Folds of the cloth
    line('M-40-72C-22-30 10 0 40 36M-26-78C-6-34 30-8 62 22M-74 36C-40 60 40 60 74 36M-112 76C-50 96 50 96 112 76', {
      width: 1.3,
      extra: ' stroke-opacity=".7"',
    }) +
    // Tanpura: gourd, neck, strings
    `<g transform="rotate(17)">` +
    `<circle cx="-14" cy="52" r="45" fill="${NIGHT}" stroke="${WARM}" stroke-width="2.4"/>` +
    circles(-14, 52, 5, 8, 7.4, { width: 1.5 }) +
    `<path d="M-20 8V-214q0-7 6-7t6 7V8Z" fill="${NIGHT}" stroke="${WARM}" stroke-width="2"/>` +
    line('M-26-196h24M-26-184h24', { width: 2.4 }) +
    line('M-16-210V66M-12-210V66', { width: 0.8, colour: PAPER }) +
    `</g>` +
    // Hands
    line('M-66-6C-64 30-44 46-22 44M64-10C58-26 24-44-2-52', { width: 2.2 }) +
    `</g>`
  );
}

function teacher(): string {
  return frame(
    480,
    600,
    drawn(ringField({ lobes: 7, rings: 15, first: 60, step: 26, bend: 0.05 }), { x: 240, y: 300 }, { width: 1.4, from: 0.75, to: 0.08 }) +
      seatedTeacher(240, 400, 1.25),
    'The teacher with a tanpura, drawn in rings',
  );
}

/** Pictures that are files of text, by name. */
export const PICTURES: Readonly<Record<string, () => string>> = { ...PORTRAITS, teacher };

const DAWN = `<radialGradient id="d" gradientUnits="userSpaceOnUse" cx="CX" cy="CY" r="RR"><stop stop-color="#8a3d2e"/><stop offset=".34" stop-color="#4a2a5e"/><stop offset=".68" stop-color="#1d1c45"/><stop offset="1" stop-color="${NIGHT}"/></radialGradient>`;

/** Rings that spread from a low warm point, as they are at a moment of their circle (0 to 1), with the teacher in them. */
export function evening(
  width: number,
  height: number,
  moment = 0,
  { x: partX = 0.72, y: partY = 0.8, scale = height / 720 }: { x?: number; y?: number; scale?: number } = {},
): string {
  const x = width * partX;
  const y = height * partY;
  const lobes = 7;
  const steps = 2;
  const count = 30;
  const first = 40 * scale;
  const step = 40 * scale;
  const field = Array.from({ length: count }, (_, index) => {
    const out = index + moment * steps;
    // A ring that is just being born and one that is leaving are both unseen, so that the circle closes.
    const born = Math.min(1, out / steps);
    const fade = Math.max(0, 1 - out / (count - 1)) ** 1.5;
    const ring: Ring = {
      lobes,
      radius: first + step * out,
      bend: 0.05 * Math.min(1, out / 8),
      turn: 0.05 * out + ((2 * Math.PI) / lobes) * moment,
    };
    return `<path d="${ringPath(ring, { x, y })}" stroke-width="${hundredth((1.4 + 0.8 * Math.max(0, 1 - out / 8)) * scale)}" stroke-opacity="${hundredth(born * (0.8 * fade + 0.05))}"/>`;
  }).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs>${DAWN.replace(
      'CX',
      String(x),
    )
      .replace('CY', String(height * 1.06))
      .replace('RR', String(Math.hypot(width, height) * 0.72))}</defs>` +
    `<rect width="${width}" height="${height}" fill="url(#d)"/><g fill="none" stroke="${WARM}">${field}</g>` +
    seatedTeacher(x, y, 1.02 * scale, Math.sin(4 * Math.PI * moment)) +
    `</svg>`
  );
}

/** The twelve signs' figures and nothing else, each under its name, in the colour of whoever shows it. */
export function figureSheet(figures: readonly { readonly name: string; readonly lobes: number }[]): string {
  const symbols = figures
    .map(({ name, lobes }) => {
      const rings = ringFigure({ lobes, rings: 7, reach: 200 });
      return `<symbol id="${name}" viewBox="-200 -200 400 400" fill="none" stroke="currentColor" stroke-width="3.4">${rings.map((ring, index) => `<path d="${whole(ringPath(ring))}" stroke-opacity="${hundredth(0.3 + 0.7 * ((index + 1) / rings.length) ** 1.5)}"/>`).join('')}</symbol>`;
    })
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols}</svg>\n`;
}

/** The flyer and the picture that goes with a link, as a page to be photographed with the site's own faces. */
export function flyerPage(faces: string): string {
  return page(
    faces,
    800,
    1120,
    `${evening(800, 1120, 0, { x: 0.5, y: 0.69, scale: 1.25 })}<div class="words"><p class="small">Healing and meditation</p><h1>Music for Meditation Concert</h1><p class="lede">An evening that lets the mind go quiet</p></div><p class="foot">Violin · Keyboard · Mridangam · Tabla · Flute</p>`,
    '.words{top:76px;left:64px;right:64px;text-align:center}h1{font-size:84px}.foot{bottom:58px;left:0;right:0;text-align:center}',
  );
}

/** See {@link flyerPage}. */
export function linkPicturePage(faces: string): string {
  return page(
    faces,
    1200,
    630,
    `${evening(1200, 630, 0, { x: 0.76, y: 0.74, scale: 1.05 })}<div class="words"><p class="small">Healing and meditation</p><h1>Music for Meditation Concert</h1><p class="lede">Violin, keyboard, mridangam, tabla and flute, in music made for sitting still.</p></div>`,
    '.words{top:120px;left:72px;width:600px}h1{font-size:78px}',
  );
}

function page(faces: string, width: number, height: number, inside: string, style: string): string {
  return `<!doctype html><style>${faces}*{margin:0}body{width:${width}px;height:${height}px;position:relative;overflow:hidden;color:${PAPER};font-family:Figtree}svg{position:absolute;inset:0}.words,.foot{position:absolute}.small{font-size:20px;font-weight:600;letter-spacing:.18em;text-transform:uppercase;color:${WARM}}h1{font-family:Yrsa;font-weight:450;line-height:1.02;margin:22px 0 20px;text-wrap:balance}.lede{font-size:27px;line-height:1.4;color:#d5cfd8}.foot{font-size:24px;color:${PAPER}}${style}</style>${inside}`;
}
