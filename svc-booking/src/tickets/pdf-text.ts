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

interface Run {
  readonly script: number;
  text: string;
}

interface Piece {
  readonly font: string;
  readonly text: string;
  readonly left: number;
  readonly features: PDFKit.Mixins.OpenTypeFeatures[];
}

const RIGHT_TO_LEFT = /[\p{sc=Hebrew}\p{sc=Arabic}]/u;

/** Splits a text where its script changes. Marks stay with what they follow, spaces only between words that run from right to left. */
function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  for (const sign of text) {
    const found = SCRIPT_FONTS.findIndex(([script]) => script.test(sign));
    const last = runs.at(-1);
    const script =
      found >= 0
        ? found
        : last && (/[\p{M}\p{Cf}]/u.test(sign) || (sign === ' ' && RIGHT_TO_LEFT.test(last.text)))
          ? last.script
          : ANY_SCRIPT;
    if (last?.script === script) last.text += sign;
    else runs.push({ script, text: sign });
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
): { readonly lines: Piece[][]; readonly whole: boolean } {
  document.fontSize(size);
  const lines: Piece[][] = [[]];
  let whole = true;
  let left = 0;
  for (const run of runsOf(text)) {
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
      lines.at(-1)!.push({ font, text: piece, left, features });
      left += widthOf(piece);
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
  return { lines, whole };
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
  const { lines, whole } = fitting(document, typed, box);
  document.fontSize(box.size).fillColor(box.colour ?? '#1b1a2e');
  lines.forEach((line, index) => {
    for (const { font, text, left, features } of line)
      document
        .font(font)
        .text(text, box.x + left, box.y + (index * LINE + BASELINE) * box.size, { lineBreak: false, features, baseline: 'alphabetic' });
  });
  return { bottom: box.y + lines.length * box.size * LINE, whole };
}
