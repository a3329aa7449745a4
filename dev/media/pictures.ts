import { ringField, ringFigure, ringPath, type Ring } from '@concert/design-system/rings.ts';

/*
 * The pictures of the site, each drawn from rings and a few shapes: night ground, warm lines. They are text (SVG), so
 * that they stay sharp and small.
 */

const NIGHT = '#12122a';
const DEEP = '#0d0d1f';
const INDIGO = '#2d2a6e';
const WARM = '#f0b35c';
const PAPER = '#f4ecdc';

/** Half a hundredth of a figure is finer than a pixel where the figures are shown. */
const whole = (path: string) => path.replace(/-?\d+\.\d/g, (number) => String(Math.round(Number(number))));
const hundredth = (value: number) => String(Math.round(value * 100) / 100);
const tenth = (value: number) => String(Math.round(value * 10) / 10);

interface Stroke {
  readonly width?: number;
  readonly colour?: string;
  readonly from?: number;
  readonly to?: number;
  readonly extra?: string;
}

/** Rings as one group, the inner ones fainter (or the outer ones, when `from` is above `to`). */
function drawn(rings: readonly Ring[], centre: { x: number; y: number }, { width = 1.6, colour = WARM, from = 0.35, to = 1, extra = '' }: Stroke = {}): string {
  const paths = rings
    .map((ring, index) => `<path d="${ringPath(ring, centre)}" stroke-opacity="${hundredth(from + ((to - from) * (index + 1)) / rings.length)}"/>`)
    .join('');
  return `<g fill="none" stroke="${colour}" stroke-width="${width}"${extra}>${paths}</g>`;
}

/** Even circles around a point. */
function circles(x: number, y: number, count: number, first: number, step: number, stroke: Stroke = {}): string {
  return drawn(ringField({ lobes: 0, rings: count, first, step, bend: 0 }), { x, y }, stroke);
}

function line(path: string, { width = 2.4, colour = WARM, extra = '' }: Stroke = {}): string {
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${extra}/>`;
}

function solid(path: string, fill = NIGHT, width = 2.4): string {
  return `<path d="${path}" fill="${fill}" stroke="${WARM}" stroke-width="${width}" stroke-linejoin="round"/>`;
}

function frame(width: number, height: number, inside: string, title: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img"><title>${title}</title><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="${INDIGO}"/><stop offset=".8" stop-color="${NIGHT}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#g)"/>${inside}</svg>\n`;
}

/** What an instrument sounds like, behind it. */
function aura(lobes: number, x = 200, y = 250): string {
  return drawn(ringFigure({ lobes, rings: 7, reach: 262 }), { x, y }, { width: 1.3, from: 0.08, to: 0.34 });
}

function violin(): string {
  const body = ringFigure({ lobes: 2, rings: 6, reach: 92, bend: 0.36, turn: 0 }).map((ring) => ({ ...ring, turn: Math.PI / 2 }));
  const outer = body.at(-1)!;
  return frame(
    400,
    500,
    aura(3) +
      `<g transform="rotate(14 200 250)">` +
      `<path d="${ringPath(outer, { x: 200, y: 300 })}" fill="${NIGHT}" stroke="none" transform="translate(200 300) scale(1.28 1.42) translate(-200 -300)"/>` +
      drawn(body, { x: 200, y: 300 }, { width: 1.7, extra: ' transform="translate(200 300) scale(1.28 1.42) translate(-200 -300)"' }) +
      solid('M191 190V62q0-12 9-12t9 12v128z') +
      line('M200 50c-14-2-16-22 0-22 10 0 12 12 3 13') +
      line('M186 76h28M186 94h28', { width: 3 }) +
      [194.5, 198.2, 201.8, 205.5].map((x) => line(`M${x} 66V384`, { width: 0.9, colour: PAPER })).join('') +
      line('M176 332q24-10 48 0', { width: 3.4 }) +
      line('M158 284c-10 12 8 26 2 42M242 284c10 12-8 26-2 42', { width: 2 }) +
      `</g>` +
      line('M76 404L344 158', { width: 3 }) +
      line('M80 412L350 164', { width: 1, colour: PAPER }),
    'Violin, drawn in rings',
  );
}

function keyboard(): string {
  const white = Array.from({ length: 9 }, (_, index) => `<rect x="${38 + index * 36}" y="318" width="36" height="124" rx="4" fill="${index === 2 || index === 4 || index === 6 ? '#2a2858' : NIGHT}" stroke="${WARM}" stroke-width="2"/>`).join('');
  const black = [0, 1, 3, 4, 5, 7].map((index) => `<rect x="${62 + index * 36}" y="318" width="24" height="74" rx="3" fill="${WARM}"/>`).join('');
  return frame(
    400,
    500,
    aura(8, 200, 318) +
      [128, 200, 272].map((x, index) => circles(x, 318, 6 + index, 10, 15, { width: 1.5, from: 0.95, to: 0.12 })).join('') +
      `<rect x="24" y="296" width="352" height="160" rx="12" fill="${DEEP}" stroke="${WARM}" stroke-width="2.4"/>` +
      white +
      black,
    'Keyboard, drawn in rings',
  );
}

function mridangam(): string {
  const straps = Array.from({ length: 9 }, (_, index) => {
    const y = -78 + index * 19.5;
    return line(`M-118 ${tenth(y * 0.72)}Q0 ${tenth(y * 1.46)} 118 ${tenth(y * 0.86)}`, { width: 1.4 });
  }).join('');
  return frame(
    400,
    500,
    aura(5) +
      `<g transform="translate(200 262) rotate(-12)">` +
      solid('M-118-62Q0-132 118-74V74Q0 132-118 62Z', NIGHT, 2.6) +
      straps +
      line('M-40-96Q-52 0-40 96M40-98Q52 0 40 98', { width: 4 }) +
      `<g transform="translate(118 0) scale(.46 1)"><circle r="76" fill="${NIGHT}" stroke="${WARM}" stroke-width="4"/>${circles(0, 0, 5, 12, 14, { width: 2.4 })}<circle r="22" fill="${WARM}"/></g>` +
      `<g transform="translate(-118 0) scale(.4 1)"><ellipse rx="62" ry="63" fill="${NIGHT}" stroke="${WARM}" stroke-width="4"/></g>` +
      `</g>`,
    'Mridangam, drawn in rings',
  );
}

function tabla(): string {
  const drum = (x: number, y: number, half: number, height: number, spot: number) =>
    solid(`M${x - half} ${y}C${x - half - 22} ${y + height * 0.55} ${x - half + 14} ${y + height} ${x} ${y + height}S${x + half + 22} ${y + height * 0.55} ${x + half} ${y}Z`, NIGHT, 2.6) +
    Array.from({ length: 7 }, (_, index) => {
      const part = -1 + index / 3;
      return line(`M${tenth(x + part * half)} ${y + 18}Q${tenth(x + part * (half + 15))} ${tenth(y + height * 0.55)} ${tenth(x + part * half * 0.55)} ${tenth(y + height * 0.9)}`, { width: 1.3 });
    }).join('') +
    `<g transform="translate(${x} ${y}) scale(1 .34)"><circle r="${half}" fill="${DEEP}" stroke="${WARM}" stroke-width="5"/>${circles(0, 0, 5, spot + 4, (half - spot - 8) / 5, { width: 2.2 })}<circle cx="${spot / 3}" r="${spot}" fill="${WARM}"/></g>`;
  return frame(
    400,
    500,
    aura(6) +
      circles(132, 236, 7, 34, 20, { width: 1.2, from: 0.5, to: 0.06, extra: ' transform="translate(0 150) scale(1 .36)"' }) +
      drum(264, 262, 84, 150, 24) +
      drum(126, 282, 60, 148, 22),
    'Tabla, drawn in rings',
  );
}

function flute(): string {
  return frame(
    400,
    500,
    aura(11, 126, 214) +
      circles(126, 214, 9, 14, 19, { width: 1.6, from: 1, to: 0.1 }) +
      `<g transform="rotate(28 126 214)">` +
      `<rect x="74" y="201" width="300" height="26" rx="12" fill="${NIGHT}" stroke="${WARM}" stroke-width="2.6"/>` +
      line('M92 201v26M98 201v26M350 201v26M356 201v26', { width: 2 }) +
      `<circle cx="126" cy="213" r="8" fill="${WARM}"/>` +
      [196, 222, 248, 278, 304, 330].map((x) => `<circle cx="${x}" cy="214" r="5.5" fill="${DEEP}" stroke="${WARM}" stroke-width="2"/>`).join('') +
      `</g>`,
    'Flute, drawn in rings',
  );
}

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
    line('M-40-72C-22-30 10 0 40 36M-26-78C-6-34 30-8 62 22M-74 36C-40 60 40 60 74 36M-112 76C-50 96 50 96 112 76', { width: 1.3, extra: ' stroke-opacity=".7"' }) +
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
  return frame(480, 600, drawn(ringField({ lobes: 7, rings: 15, first: 60, step: 26, bend: 0.05 }), { x: 240, y: 300 }, { width: 1.4, from: 0.75, to: 0.08 }) + seatedTeacher(240, 400, 1.25), 'The teacher with a tanpura, drawn in rings');
}

/** Pictures that are files of text, by name. */
export const PICTURES: Readonly<Record<string, () => string>> = { violin, keyboard, mridangam, tabla, flute, teacher };

const DAWN = `<radialGradient id="d" gradientUnits="userSpaceOnUse" cx="CX" cy="CY" r="RR"><stop stop-color="#8a3d2e"/><stop offset=".34" stop-color="#4a2a5e"/><stop offset=".68" stop-color="#1d1c45"/><stop offset="1" stop-color="${NIGHT}"/></radialGradient>`;

/** Rings that spread from a low warm point, as they are at a moment of their circle (0 to 1), with the teacher in them. */
export function evening(width: number, height: number, moment = 0, { x: partX = 0.72, y: partY = 0.8, scale = height / 720 }: { x?: number; y?: number; scale?: number } = {}): string {
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
    const ring: Ring = { lobes, radius: first + step * out, bend: 0.05 * Math.min(1, out / 8), turn: 0.05 * out + ((2 * Math.PI) / lobes) * moment };
    return `<path d="${ringPath(ring, { x, y })}" stroke-width="${hundredth((1.4 + 0.8 * Math.max(0, 1 - out / 8)) * scale)}" stroke-opacity="${hundredth(born * (0.8 * fade + 0.05))}"/>`;
  }).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs>${DAWN.replace('CX', String(x)).replace('CY', String(height * 1.06)).replace('RR', String(Math.hypot(width, height) * 0.72))}</defs>` +
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
  return page(faces, 800, 1120, `${evening(800, 1120, 0, { x: 0.5, y: 0.69, scale: 1.25 })}<div class="words"><p class="small">Healing and meditation</p><h1>Music for Meditation Concert</h1><p class="lede">An evening that lets the mind go quiet</p></div><p class="foot">Violin · Keyboard · Mridangam · Tabla · Flute</p>`, '.words{top:76px;left:64px;right:64px;text-align:center}h1{font-size:84px}.foot{bottom:58px;left:0;right:0;text-align:center}');
}

/** See {@link flyerPage}. */
export function linkPicturePage(faces: string): string {
  return page(faces, 1200, 630, `${evening(1200, 630, 0, { x: 0.76, y: 0.74, scale: 1.05 })}<div class="words"><p class="small">Healing and meditation</p><h1>Music for Meditation Concert</h1><p class="lede">Violin, keyboard, mridangam, tabla and flute, in music made for sitting still.</p></div>`, '.words{top:120px;left:72px;width:600px}h1{font-size:78px}');
}

function page(faces: string, width: number, height: number, inside: string, style: string): string {
  return `<!doctype html><style>${faces}*{margin:0}body{width:${width}px;height:${height}px;position:relative;overflow:hidden;color:${PAPER};font-family:Figtree}svg{position:absolute;inset:0}.words,.foot{position:absolute}.small{font-size:20px;font-weight:600;letter-spacing:.18em;text-transform:uppercase;color:${WARM}}h1{font-family:Yrsa;font-weight:450;line-height:1.02;margin:22px 0 20px;text-wrap:balance}.lede{font-size:27px;line-height:1.4;color:#d5cfd8}.foot{font-size:24px;color:${PAPER}}${style}</style>${inside}`;
}
