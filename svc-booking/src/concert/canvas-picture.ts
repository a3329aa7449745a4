import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { GlobalFonts as AllFonts, SKRSContext2D } from '@napi-rs/canvas';
import { create } from 'qrcode';
import { latinFont, SCRIPT_FONTS } from '../fonts/script-fonts.ts';
import { FLYER, isRightToLeft, layOut, LINK, type Part, type Sheet } from './picture-layout.ts';
import type { FlyerWords, PictureWords } from './picture-words.ts';

const require = createRequire(import.meta.url);

/** To be raised when the drawing changes, so that sites that keep the picture fetch it again. */
const DRAWING = 1;
/** Of the design system, on its dark ground. */
const COLOURS = {
  ground: '#12122a',
  dawn: ['#8a3d2e', '#4a2a5e', '#1d1c45'],
  ink: '#f2ebdd',
  quiet: '#d5cfd8',
  accent: '#f0b35c',
} as const;
const STYLES: Readonly<Record<Part, { readonly font: 'yrsa' | 'figtree'; readonly weight: number; readonly colour: string }>> = {
  title: { font: 'yrsa', weight: 500, colour: COLOURS.ink },
  performer: { font: 'figtree', weight: 500, colour: COLOURS.accent },
  date: { font: 'figtree', weight: 600, colour: COLOURS.ink },
  place: { font: 'figtree', weight: 400, colour: COLOURS.quiet },
};
/** Files of the fonts of the design system. */
const PARTS_OF_FONT = { yrsa: ['latin', 'latin-ext', 'vietnamese'], figtree: ['latin', 'latin-ext'] } as const;
/** Of 100: words are sharp, and the file is small enough for every site that shows links. */
const QUALITY = 88;
/** Name of a picture's file, without its ending. Other words have another name, so that whoever keeps the picture sees the change. */
export function pictureName(words: PictureWords): string {
  const digest = createHash('sha256').update(JSON.stringify([DRAWING, words]));
  return digest.digest('hex').slice(0, 16);
}

/** Rings of sound, as everywhere on the site: circles that are bent by a wave. */
function drawRings(context: SKRSContext2D, { centre }: Sheet): void {
  context.strokeStyle = COLOURS.accent;
  context.lineWidth = 2;
  for (let ring = 1; ring <= 17; ring += 1) {
    context.globalAlpha = 0.34 * (1 - ring / 20);
    context.beginPath();
    for (let step = 0; step <= 360; step += 1) {
      const angle = (step * Math.PI) / 180;
      const radius = 36 * ring * (1 + 0.05 * Math.min(1, ring / 8) * Math.cos(7 * (angle - 0.05 * ring)));
      context.lineTo(centre.x + radius * Math.cos(angle), centre.y + radius * Math.sin(angle));
    }
    context.stroke();
  }
  context.globalAlpha = 1;
}

function drawGround(context: SKRSContext2D, { width, height, centre }: Sheet): void {
  const dawn = context.createRadialGradient(centre.x, height, 40, centre.x, height, 900);
  COLOURS.dawn.forEach((colour, index) => dawn.addColorStop(index * 0.3, colour));
  dawn.addColorStop(1, COLOURS.ground);
  context.fillStyle = dawn;
  context.fillRect(0, 0, width, height);
}

/** The fonts that the words need, by what the design calls them, as a drawing asks for them. */
function familiesOf(words: PictureWords, GlobalFonts: typeof AllFonts) {
  const family = (file: string) => {
    const name = path.basename(file).replace(/\W/g, '');
    if (!GlobalFonts.has(name)) GlobalFonts.registerFromPath(file, name);
    return name;
  };
  const all = Object.values(words).join('');
  const others = [...SCRIPT_FONTS.flatMap(([script, file]) => (script.test(all) ? [family(file())] : [])), family(latinFont(false))];
  const of = (font: keyof typeof PARTS_OF_FONT) => {
    const folder = path.join(path.dirname(require.resolve(`@fontsource-variable/${font}/package.json`)), 'files');
    const own = PARTS_OF_FONT[font].map((part) => family(path.join(folder, `${font}-${part}-wght-normal.woff2`)));
    return [...own, ...others].join(', ');
  };
  return { yrsa: of('yrsa'), figtree: of('figtree') };
}

type Families = ReturnType<typeof familiesOf>;

function write(context: SKRSContext2D, families: Families, part: Part, size: number): void {
  const { weight, font, colour } = STYLES[part];
  context.font = `${weight} ${size}px ${families[font]}`;
  context.fillStyle = colour;
}

/** Draws ground, rings and words. Words wrap, shrink and are cut, and never overflow. */
function drawSheet(context: SKRSContext2D, words: PictureWords, families: Families, sheet: Sheet): void {
  drawGround(context, sheet);
  drawRings(context, sheet);
  const { lines, rightToLeft } = layOut(
    words,
    (part, size, text) => {
      write(context, families, part, size);
      return context.measureText(text).width;
    },
    sheet,
  );
  context.textAlign = rightToLeft ? 'right' : 'left';
  for (const { part, text, size, baseline } of lines) {
    write(context, families, part, size);
    context.direction = isRightToLeft(text) ? 'rtl' : 'ltr';
    context.fillText(text, rightToLeft ? sheet.margin + sheet.room : sheet.margin, baseline);
  }
}

/** Draws the picture of a shared link, as JPEG. */
export async function drawPicture(words: PictureWords): Promise<Buffer> {
  // Loaded with the first picture: nothing else needs it.
  const { createCanvas, GlobalFonts } = await import('@napi-rs/canvas');
  const canvas = createCanvas(LINK.width, LINK.height);
  drawSheet(canvas.getContext('2d'), words, familiesOf(words, GlobalFonts), LINK);
  return canvas.encode('jpeg', QUALITY);
}

/** Side of the flyer's code with its quiet zone, and what is beside it, in pixels. */
const CODE = { side: 260, gap: 44, quietModules: 4 } as const;

/** Below the words: a code that opens the site, and beside it the price and the site's address. */
function drawWayToSeats(context: SKRSContext2D, { price, site }: FlyerWords, families: Families): void {
  const { margin, height, room } = FLYER;
  const top = height - margin - CODE.side;
  context.fillStyle = COLOURS.ink;
  context.fillRect(margin, top, CODE.side, CODE.side);
  const { modules } = create(site, { errorCorrectionLevel: 'M' });
  const size = CODE.side / (modules.size + 2 * CODE.quietModules);
  context.fillStyle = COLOURS.ground;
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column))
        // A little more than its place, so that no seam shows between two.
        context.fillRect(margin + (column + CODE.quietModules) * size, top + (row + CODE.quietModules) * size, size + 0.2, size + 0.2);
  const left = margin + CODE.side + CODE.gap;
  const words = [
    ['performer', price],
    ['date', site.replace(/^https?:\/\//, '').replace(/\/$/, '')],
  ] as const;
  context.textAlign = 'left';
  context.direction = 'ltr';
  let baseline = top + CODE.side / 2 - 10;
  for (const [part, text] of words) {
    write(context, families, part, 44);
    const wide = context.measureText(text).width;
    write(context, families, part, Math.min(44, (44 * (room - CODE.side - CODE.gap)) / Math.max(wide, 1)));
    context.fillText(text, left, baseline);
    baseline += 66;
  }
}

/** Points of a side of A4. */
const A4 = { width: 595.28, height: 841.89 } as const;

/** Draws the flyer: as a picture, or as a page to print, with its letters and its code as lines. */
export async function drawFlyer(words: FlyerWords, form: 'jpg' | 'pdf'): Promise<Buffer> {
  const { createCanvas, GlobalFonts, PDFDocument } = await import('@napi-rs/canvas');
  const families = familiesOf(words, GlobalFonts);
  const draw = (context: SKRSContext2D) => {
    drawSheet(context, words, families, FLYER);
    drawWayToSeats(context, words, families);
  };
  if (form === 'jpg') {
    const canvas = createCanvas(FLYER.width, FLYER.height);
    draw(canvas.getContext('2d'));
    return canvas.encode('jpeg', QUALITY);
  }
  const document = new PDFDocument({ title: words.title });
  const page = document.beginPage(A4.width, A4.height) as SKRSContext2D;
  page.scale(A4.width / FLYER.width, A4.height / FLYER.height);
  draw(page);
  document.endPage();
  return document.close();
}
