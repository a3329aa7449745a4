import { createHash } from 'node:crypto';
import path from 'node:path';
import type { GlobalFonts as AllFonts, SKRSContext2D } from '@napi-rs/canvas';
import { latinFont, OWN_FONTS, SCRIPT_FONTS } from '../fonts/script-fonts.ts';
import type { PictureWords } from './picture-words.ts';

/** Of the size that sites which show links ask for; the words stand in a room within it. Lengths in pixels. */
export const PICTURE = { width: 1_200, height: 630, margin: 72, room: 900 } as const;
/** To be raised when the drawing changes, so that sites that keep the picture fetch it again. */
const DRAWING = 2;
/** From where the rings spread. */
const CENTRE = { x: 1_060, y: 190 } as const;
const LINE = 1.14;
/** Between the title and the performer, and at least above the date. */
const GAP = 14;
/** Longer texts are cut: they would be too small to read. */
const MAX_LETTERS = 160;
/** Of 100: words are sharp, and the file is small enough for every site that shows links. */
const QUALITY = 88;

interface Style {
  readonly font: keyof typeof OWN_FONTS;
  readonly colour: string;
  /** Its size where it fits, and the most lines it is put on. */
  readonly size: number;
  readonly maxLines: number;
}

/** Colours and fonts of the design system, on its dark ground. */
const STYLES: Readonly<Record<keyof PictureWords, Style>> = {
  title: { font: 'title', colour: '#f2ebdd', size: 104, maxLines: 4 },
  performer: { font: 'medium', colour: '#f0b35c', size: 38, maxLines: 2 },
  date: { font: 'strong', colour: '#f2ebdd', size: 38, maxLines: 1 },
  place: { font: 'text', colour: '#d5cfd8', size: 30, maxLines: 2 },
};

/** Where a line may end: behind a space, and between letters of scripts that write none. */
const BREAKS = /(?<= )|(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uffef])(?=[\p{L}\p{N}])/u;
const RIGHT_TO_LEFT = /^\P{L}*[\p{sc=Hebrew}\p{sc=Arabic}]/u;

/** Rings of sound, as everywhere on the site: circles that are bent by a wave. */
function drawRings(context: SKRSContext2D): void {
  context.strokeStyle = '#f0b35c';
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
  const dawn = context.createRadialGradient(CENTRE.x, PICTURE.height, 40, CENTRE.x, PICTURE.height, 900);
  ['#8a3d2e', '#4a2a5e', '#1d1c45'].forEach((colour, index) => dawn.addColorStop(index * 0.3, colour));
  dawn.addColorStop(1, '#12122a');
  context.fillStyle = dawn;
  context.fillRect(0, 0, PICTURE.width, PICTURE.height);
}

/** The fonts that words need, as a drawing asks for them: one of the design first, then those of other scripts. */
function familiesFor(words: PictureWords, fonts: typeof AllFonts): (font: Style['font']) => string {
  const family = (file: string) => {
    const name = path.basename(file).replace(/\W/g, '');
    if (!fonts.has(name)) fonts.registerFromPath(file, name);
    return name;
  };
  const all = Object.values(words).join('');
  const others = [...SCRIPT_FONTS.flatMap(([script, file]) => (script.test(all) ? [family(file())] : [])), family(latinFont(false))];
  return (font) => [family(OWN_FONTS[font]()), ...others].join(', ');
}

/** A text on so many lines at most, as even as its words allow. */
function linesOf(text: string, count: number, widthOf: (text: string) => number): string[] {
  const lines = [''];
  for (const piece of text.split(BREAKS)) {
    const line = lines.at(-1)! + piece;
    const isFull = lines.at(-1) !== '' && widthOf(line) - widthOf(piece) / 2 > widthOf(text) / count;
    if (isFull && lines.length < count) lines.push(piece);
    else lines[lines.length - 1] = line;
  }
  return lines.map((line) => line.trim());
}

interface Block extends Style {
  readonly lines: readonly string[];
}

const heightOf = (blocks: readonly Block[]) => blocks.reduce((height, { size, lines }) => height + size * LINE * lines.length, 0);

/** Draws the picture of a shared link, as JPEG. Words wrap and shrink, and never overflow. */
export async function drawPicture(words: PictureWords): Promise<Buffer> {
  // Loaded with the first picture: nothing else needs it.
  const { createCanvas, GlobalFonts } = await import('@napi-rs/canvas');
  const canvas = createCanvas(PICTURE.width, PICTURE.height);
  const context = canvas.getContext('2d');
  const families = familiesFor(words, GlobalFonts);
  const write = ({ size, font, colour }: Style) => {
    context.font = `${size}px ${families(font)}`;
    context.fillStyle = colour;
  };

  /** A part on the lines on which it is largest; nothing where there is none. */
  const fitted = (part: keyof PictureWords, maxHeight = Infinity): Block[] => {
    const text = words[part].length > MAX_LETTERS ? `${words[part].slice(0, MAX_LETTERS).trimEnd()}…` : words[part];
    if (text === '') return [];
    const style = STYLES[part];
    write(style);
    const widthOf = (line: string) => context.measureText(line).width;
    const tries = Array.from({ length: style.maxLines }, (_, index): Block => {
      const lines = linesOf(text, index + 1, widthOf);
      const widest = Math.max(...lines.map(widthOf), 1);
      return { ...style, lines, size: Math.min(style.size, (style.size * PICTURE.room) / widest, maxHeight / (LINE * lines.length)) };
    });
    return [tries.reduce((best, other) => (other.size > best.size ? other : best))];
  };

  const isRightToLeft = RIGHT_TO_LEFT.test(words.title);
  const drawBlocks = (blocks: readonly Block[], from: number) => {
    let top = from;
    for (const block of blocks)
      for (const line of block.lines) {
        write(block);
        context.direction = RIGHT_TO_LEFT.test(line) ? 'rtl' : 'ltr';
        context.fillText(line, isRightToLeft ? PICTURE.margin + PICTURE.room : PICTURE.margin, top + block.size * 0.86);
        top += block.size * LINE;
      }
  };

  drawGround(context);
  drawRings(context);
  context.textAlign = isRightToLeft ? 'right' : 'left';
  const below = [...fitted('date'), ...fitted('place')];
  const foot = PICTURE.height - PICTURE.margin - heightOf(below);
  const performer = fitted('performer');
  const room = foot - PICTURE.margin - heightOf(performer) - 2 * GAP;
  const title = fitted('title', room);
  const top = PICTURE.margin + (room - heightOf(title)) / 2;
  drawBlocks(title, top);
  drawBlocks(performer, top + heightOf(title) + GAP);
  drawBlocks(below, foot);
  return canvas.encode('jpeg', QUALITY);
}

/** Name of the picture's file. Other words have another name, so that whoever keeps the picture sees the change. */
export function pictureName(words: PictureWords): string {
  const digest = createHash('sha256').update(JSON.stringify([DRAWING, words]));
  return `${digest.digest('hex').slice(0, 16)}.jpg`;
}
