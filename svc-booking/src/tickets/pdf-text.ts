import bidiFactory from 'bidi-js';
import { latinFont, OWN_FONTS, SCRIPT_FONTS } from '../fonts/script-fonts.ts';

/** How a text looks: as a heading, as text, or as text that stands out. */
export type Face = keyof typeof OWN_FONTS;

export interface TextBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly face: Face;
  readonly colour?: string;
  /** At the right end of the box, for sums. */
  readonly isSum?: boolean;
  /** What does not fit into so many lines is cut off, which an ellipsis says. */
  readonly maxLines?: number;
}

/** Where a text ends, and whether the fonts have all its letters; those that they lack are empty boxes. */
export interface Written {
  readonly bottom: number;
  readonly whole: boolean;
}

const ANY_SCRIPT = SCRIPT_FONTS.length;
/** Heights in sizes of a text: of a line, and of what stands above its baseline. Fonts differ, and stand on one line all the same. */
const LINE = 1.35;
const BASELINE = 1;

/** Stretch of one script and one direction. */
interface Run {
  readonly script: number;
  /** Odd where it runs from right to left (UAX 9). */
  readonly level: number;
  text: string;
}

interface Piece extends Readonly<Run> {
  readonly font: string;
  readonly width: number;
  readonly features: PDFKit.Mixins.OpenTypeFeatures[];
}

// The types tell of the ES module; Node loads the other one, whose export is the function itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
const RIGHT_TO_LEFT = /[\p{sc=Hebrew}\p{sc=Arabic}]/u;

/** Splits a text where its script or its direction changes. Marks stay with what they follow, spaces only between words that run from right to left. */
function runsOf(text: string, levels: Uint8Array): Run[] {
  const runs: Run[] = [];
  let at = 0;
  for (const sign of text) {
    const level = levels[at]!;
    at += sign.length;
    const found = SCRIPT_FONTS.findIndex(([script]) => script.test(sign));
    const last = runs.at(-1);
    const script =
      found >= 0
        ? found
        : last && (/[\p{M}\p{Cf}]/u.test(sign) || (sign === ' ' && RIGHT_TO_LEFT.test(last.text)))
          ? last.script
          : ANY_SCRIPT;
    if (last?.script === script && last.level === level) last.text += sign;
    else runs.push({ script, level, text: sign });
  }
  return runs;
}

/** Of pdfkit: the font in use, whose glyph 0 stands for a letter that it lacks. */
interface WithFont {
  readonly _font: {
    readonly font: { layout: (text: string) => { readonly glyphs: readonly { readonly id: number; readonly advanceWidth: number }[] } };
  };
}

/** Whether the font in use has all letters of a text. There are words that the library fails to lay out: then it has not. */
function isShown(document: PDFKit.PDFDocument, text: string): boolean {
  try {
    return (document as unknown as WithFont)._font.font.layout(text).glyphs.every(({ id, advanceWidth }) => id !== 0 && advanceWidth >= 0);
  } catch {
    return false;
  }
}

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A text in lines of the given width. */
function linesOf(
  document: PDFKit.PDFDocument,
  text: string,
  { width, size, face }: Pick<TextBox, 'width' | 'size' | 'face'>,
): { readonly lines: Piece[][]; readonly whole: boolean; readonly fromRight: boolean } {
  document.fontSize(size);
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text);
  const lines: Piece[][] = [[]];
  let whole = true;
  let left = 0;
  for (const run of runsOf(text, levels)) {
    const other = latinFont(face === 'strong');
    const fonts = [...(run.script === ANY_SCRIPT ? [OWN_FONTS[face]()] : [SCRIPT_FONTS[run.script]![1]()]), other];
    const shown = fonts.find((font) => isShown(document.font(font), run.text));
    if (shown === undefined) whole = false;
    const font = shown ?? other;
    document.font(font);
    // Letters are not taken apart again: who copies the text gets what was typed. Types know a list only.
    const features = (run.script === ANY_SCRIPT ? { ccmp: false } : []) as PDFKit.Mixins.OpenTypeFeatures[];
    const widthOf = (piece: string) => document.widthOfString(piece, { features });
    let piece = '';
    const flush = () => {
      if (piece === '') return;
      const made = { ...run, font, text: piece, width: widthOf(piece), features };
      lines.at(-1)!.push(made);
      left += made.width;
      piece = '';
    };
    const next = () => {
      flush();
      left = 0;
      lines.push([]);
    };
    // As many words as fit in a line; of a word longer than a line, as many letters.
    for (const word of run.text.split(/(?<=[ -])/u)) {
      const room = () => width - left;
      if (widthOf(piece + word.trimEnd()) <= room()) piece += word;
      else if (widthOf(word.trimEnd()) <= width) {
        next();
        piece = word;
      } else
        for (const { segment } of segments.segment(word)) {
          if (widthOf(piece + segment) > room()) next();
          piece += segment;
        }
    }
    flush();
  }
  return { lines, whole, fromRight: (paragraphs[0]?.level ?? 0) % 2 === 1 };
}

/** The pieces of a line from left to right (UAX 9, rule L2). */
function asSeen(line: readonly Piece[]): Piece[] {
  const seen = [...line];
  for (let level = Math.max(0, ...line.map((piece) => piece.level)); level > 0; level -= 1)
    for (let start = 0; start < seen.length; start += 1) {
      let end = start;
      while (end < seen.length && seen[end]!.level >= level) end += 1;
      seen.splice(start, end - start, ...seen.slice(start, end).reverse());
      start = Math.max(start, end - 1);
    }
  return seen;
}

/** A piece as the library has to be given it, which turns round what has letters of Hebrew or Arabic and nothing else. */
function asDrawn({ text, level }: Piece): string {
  const isTurned = level % 2 === 1;
  const mirrored = isTurned ? Array.from(text, (sign) => bidi.getMirroredCharacter(sign) ?? sign).join('') : text;
  if (isTurned === RIGHT_TO_LEFT.test(text)) return mirrored;
  return Array.from(segments.segment(mirrored), ({ segment }) => segment)
    .reverse()
    .join('');
}

/** The lines of a text, of which the last says by an ellipsis that more was typed than fits. */
function fitting(document: PDFKit.PDFDocument, typed: string, box: Pick<TextBox, 'width' | 'size' | 'face' | 'maxLines'>) {
  const { maxLines = Infinity } = box;
  const text = typed.normalize('NFC');
  let laidOut = linesOf(document, text, box);
  if (laidOut.lines.length <= maxLines) return laidOut;
  const kept = laidOut.lines.slice(0, maxLines).map((line) => line.map((piece) => piece.text).join(''));
  const letters = [...segments.segment(kept.join(''))].map(({ segment }) => segment);
  do {
    letters.pop();
    laidOut = linesOf(document, `${letters.join('').trimEnd()}\u2026`, box);
  } while (laidOut.lines.length > maxLines);
  return laidOut;
}

/** How high a text is in lines of the given width. */
export function heightOf(document: PDFKit.PDFDocument, text: string, box: Pick<TextBox, 'width' | 'size' | 'face' | 'maxLines'>): number {
  return fitting(document, text, box).lines.length * box.size * LINE;
}

/** Writes a text into a box that is as high as it has to be. */
export function writeText(document: PDFKit.PDFDocument, typed: string, box: TextBox): Written {
  const { lines, whole, fromRight } = fitting(document, typed, box);
  const widthOf = (line: readonly Piece[]) => line.reduce((sum, { width }) => sum + width, 0);
  const widest = Math.max(...lines.map(widthOf));
  document.fontSize(box.size).fillColor(box.colour ?? '#1b1a2e');
  lines.forEach((line, index) => {
    // Lines that are read from the right end at one edge there.
    let x = box.x + (box.isSum ? box.width - widthOf(line) : fromRight ? widest - widthOf(line) : 0);
    for (const piece of asSeen(line)) {
      const { font, width, features } = piece;
      document
        .font(font)
        .text(asDrawn(piece), x, box.y + (index * LINE + BASELINE) * box.size, { lineBreak: false, features, baseline: 'alphabetic' });
      x += width;
    }
  });
  return { bottom: box.y + lines.length * box.size * LINE, whole };
}
