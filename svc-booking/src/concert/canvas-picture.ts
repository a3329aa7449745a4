import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { latinFont, SCRIPT_FONTS } from '../fonts/script-fonts.ts';
import { isRightToLeft, layOut, MARGIN, ROOM, SIZE, type Part } from './picture-layout.ts';
import type { PictureWords } from './picture-words.ts';

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
/** From where the rings spread. */
const CENTRE = { x: 1_060, y: 190 };

/** Name of the picture's file. Other words have another name, so that whoever keeps the picture sees the change. */
export function pictureName(words: PictureWords): string {
  const digest = createHash('sha256').update(JSON.stringify([DRAWING, words]));
  return `${digest.digest('hex').slice(0, 16)}.jpg`;
}

/** Rings of sound, as everywhere on the site: circles that are bent by a wave. */
function drawRings(context: SKRSContext2D): void {
  context.strokeStyle = COLOURS.accent;
  context.lineWidth = 2;
  for (let ring = 1; ring <= 17; ring += 1) {
    context.globalAlpha = 0.34 * (1 - ring / 20);
    context.beginPath();
    for (let step = 0; step <= 360; step += 1) {
      const angle = (step * Math.PI) / 180;
      const radius = 36 * ring * (1 + 0.05 * Math.min(1, ring / 8) * Math.cos(7 * (angle - 0.05 * ring)));
      context.lineTo(CENTRE.x + radius * Math.cos(angle), CENTRE.y + radius * Math.sin(angle));
    }
    context.stroke();
  }
  context.globalAlpha = 1;
}

function drawGround(context: SKRSContext2D): void {
  const dawn = context.createRadialGradient(CENTRE.x, SIZE.height, 40, CENTRE.x, SIZE.height, 900);
  COLOURS.dawn.forEach((colour, index) => dawn.addColorStop(index * 0.3, colour));
  dawn.addColorStop(1, COLOURS.ground);
  context.fillStyle = dawn;
  context.fillRect(0, 0, SIZE.width, SIZE.height);
}

/** Draws the picture of a shared link, as JPEG. Words wrap, shrink and are cut, and never overflow. */
export async function drawPicture(words: PictureWords): Promise<Buffer> {
  // Loaded with the first picture: nothing else needs it.
  const { createCanvas, GlobalFonts } = await import('@napi-rs/canvas');
  /** @returns the name by which the font is asked for */
  const family = (file: string) => {
    const name = path.basename(file).replace(/\W/g, '');
    if (!GlobalFonts.has(name)) GlobalFonts.registerFromPath(file, name);
    return name;
  };
  const all = Object.values(words).join('');
  const others = [...SCRIPT_FONTS.flatMap(([script, file]) => (script.test(all) ? [family(file())] : [])), family(latinFont(false))];
  const familiesOf = (font: keyof typeof PARTS_OF_FONT) => {
    const folder = path.join(path.dirname(require.resolve(`@fontsource-variable/${font}/package.json`)), 'files');
    const own = PARTS_OF_FONT[font].map((part) => family(path.join(folder, `${font}-${part}-wght-normal.woff2`)));
    return [...own, ...others].join(', ');
  };
  const families = { yrsa: familiesOf('yrsa'), figtree: familiesOf('figtree') };

  const canvas = createCanvas(SIZE.width, SIZE.height);
  const context = canvas.getContext('2d');
  const write = (part: Part, size: number) => {
    const { weight, font } = STYLES[part];
    context.font = `${weight} ${size}px ${families[font]}`;
  };
  drawGround(context);
  drawRings(context);
  const { lines, rightToLeft } = layOut(words, (part, size, text) => {
    write(part, size);
    return context.measureText(text).width;
  });
  context.textAlign = rightToLeft ? 'right' : 'left';
  for (const { part, text, size, baseline } of lines) {
    write(part, size);
    context.fillStyle = STYLES[part].colour;
    context.direction = isRightToLeft(text) ? 'rtl' : 'ltr';
    context.fillText(text, rightToLeft ? MARGIN + ROOM : MARGIN, baseline);
  }
  return canvas.encode('jpeg', QUALITY);
}
