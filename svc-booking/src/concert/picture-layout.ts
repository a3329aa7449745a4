import type { PictureWords } from './picture-words.ts';

/** What words are laid out on; lengths in pixels. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
  /** Width of the words; what hangs over is one closing mark. */
  readonly room: number;
  /** Of the sizes of the words. */
  readonly scale: number;
  /** Kept free below the words. */
  readonly below: number;
  /** From where the rings spread. */
  readonly centre: { readonly x: number; readonly y: number };
}

/** The picture of a link, of the size that sites which show links ask for. */
export const LINK: Sheet = { width: 1_200, height: 630, margin: 72, room: 900, scale: 1, below: 0, centre: { x: 1_060, y: 190 } };
/** The flyer, of the shape of A4. Printers fit it to other paper. */
export const FLYER: Sheet = {
  width: 1_200,
  height: 1_697,
  margin: 96,
  room: 1_000,
  scale: 1.3,
  below: 340,
  centre: { x: 860, y: 640 },
};
const LINE = 1.14;
/** Between the title and the performer, and at least above the date. */
const GAP = 14;
/** By how much the room is narrowed while lines are made even. */
const STEP = 25;
const ELLIPSIS = '\u2026';
/** Marks that begin no line. */
const CLOSING = /^[\u3001\u3002\uff0c\uff0e\uff1a\uff1b\uff01\uff1f\uff09\u300d\u300f\u3011\u300b\u30fb\u30fc]$/u;
const RIGHT_TO_LEFT = /[\p{sc=Hebrew}\p{sc=Arabic}]/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The words of a picture by their part, in the order in which they stand. */
export type Part = keyof PictureWords;

/** Of a part: the sizes that are tried, the largest first, in pixels, and the most lines. */
const RULES: Readonly<Record<Part, { readonly sizes: readonly [number, ...number[]]; readonly maxLines: number }>> = {
  title: { sizes: [104, 90, 78, 66, 56, 48], maxLines: 4 },
  performer: { sizes: [38, 32], maxLines: 2 },
  date: { sizes: [38, 32], maxLines: 1 },
  place: { sizes: [30, 26], maxLines: 2 },
};

/** A line of the picture. */
export interface PlacedLine {
  readonly part: Part;
  readonly text: string;
  readonly size: number;
  /** Of its line of writing, from the top. */
  readonly baseline: number;
}

interface Layout {
  readonly lines: readonly PlacedLine[];
  /** The title is written from right to left: everything stands at the right of its room. */
  readonly rightToLeft: boolean;
}

/** How wide a text of a part is at a size. */
export type Measure = (part: Part, size: number, text: string) => number;
type Width = (text: string) => number;

export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(/\p{L}/u.exec(text)?.[0] ?? '');
}

/** Splits a text into lines: at spaces, and a word longer than a line at any letter. */
function linesOf(text: string, width: Width, room: number): string[] {
  const lines: string[] = [];
  let line = '';
  const next = () => {
    if (line !== '') lines.push(line);
    line = '';
  };
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (width(longer) <= room) {
      line = longer;
      continue;
    }
    next();
    if (width(word) <= room) line = word;
    else
      for (const { segment } of graphemes.segment(word)) {
        if (width(line + segment) > room && !CLOSING.test(segment)) next();
        line += segment;
      }
  }
  next();
  return lines;
}

/** As few lines as fit, and of them as even ones as can be: no word stands alone at the end. */
function evenLinesOf(text: string, width: Width, whole: number): string[] {
  let lines = linesOf(text, width, whole);
  for (let room = whole - STEP; room >= whole / 2; room -= STEP) {
    const narrower = linesOf(text, width, room);
    if (narrower.length > lines.length || text.split(' ').some((word) => width(word) > room)) return lines;
    lines = narrower;
  }
  return lines;
}

/** The first lines, the last of which says by an ellipsis that there are more. */
function cut(lines: readonly string[], maxLines: number, width: Width, room: number): readonly string[] {
  if (lines.length <= maxLines) return lines;
  const letters = [...graphemes.segment(lines[maxLines - 1] ?? '')].map(({ segment }) => segment);
  while (letters.length > 0 && width(letters.join('') + ELLIPSIS) > room) letters.pop();
  return [...lines.slice(0, maxLines - 1), letters.join('').trimEnd() + ELLIPSIS];
}

interface Block {
  readonly part: Part;
  readonly size: number;
  readonly texts: readonly string[];
}

const heightOf = (blocks: readonly Block[]) => blocks.reduce((height, { size, texts }) => height + size * LINE * texts.length, 0);

/** A part at the largest size at which it fits, or at the smallest with what does not fit cut off. */
function fitted(part: Part, text: string, measure: Measure, { room, scale }: Sheet, maxHeight = Infinity): Block {
  const { sizes, maxLines } = RULES[part];
  const most = (size: number) => Math.min(maxLines, Math.floor(maxHeight / (size * LINE)));
  const at = (size: number) => ({ part, size, texts: evenLinesOf(text, (piece) => measure(part, size, piece), room) });
  const scaled = sizes.map((size) => size * scale);
  const fitting = scaled.map(at).find(({ size, texts }) => texts.length <= most(size));
  if (fitting) return fitting;
  const last = at(Math.min(...scaled));
  return { ...last, texts: cut(last.texts, most(last.size), (piece) => measure(part, last.size, piece), room) };
}

/** Where each line stands: date and place at the foot, title and performer in the middle of what is left above. */
export function layOut(words: PictureWords, measure: Measure, sheet: Sheet = LINK): Layout {
  const { height, margin, below: free } = sheet;
  const below = [fitted('date', words.date, measure, sheet), fitted('place', words.place, measure, sheet)];
  const foot = height - margin - free - heightOf(below);
  const performer = words.performer === '' ? [] : [fitted('performer', words.performer, measure, sheet)];
  const titleRoom = foot - margin - heightOf(performer) - 2 * GAP;
  const above = [fitted('title', words.title, measure, sheet, titleRoom), ...performer];
  const lines: PlacedLine[] = [];
  const place = (blocks: readonly Block[], from: number) => {
    let top = from;
    for (const { part, size, texts } of blocks) {
      for (const text of texts) {
        lines.push({ part, text, size, baseline: top + size * 0.86 });
        top += size * LINE;
      }
      if (part === 'title') top += GAP;
    }
  };
  place(above, margin + (foot - margin - heightOf(above) - 2 * GAP) / 2);
  place(below, foot);
  return { lines, rightToLeft: isRightToLeft(words.title) };
}
