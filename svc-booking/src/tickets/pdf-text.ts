import { latinFont, SCRIPT_FONTS } from '../fonts/script-fonts.ts';

/** What the fonts built into every reader have: Latin of Western Europe, with the signs of Windows-1252. */
const BUILT_IN =
  /^[\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u20ac\u2122\u0152\u0153\u0160\u0161\u0178\u017d\u017e]*$/u;

const ANY_SCRIPT = SCRIPT_FONTS.length;

interface Run {
  readonly font: number;
  text: string;
}

const RIGHT_TO_LEFT = /[\p{sc=Hebrew}\p{sc=Arabic}]/u;

/** Splits a text where its script changes. Marks stay with what they follow, spaces only between words that run from right to left. */
function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  for (const sign of text) {
    const found = SCRIPT_FONTS.findIndex(([script]) => script.test(sign));
    const last = runs.at(-1);
    const font =
      found >= 0
        ? found
        : last && (/[\p{M}\p{Cf}]/u.test(sign) || (sign === ' ' && RIGHT_TO_LEFT.test(last.text)))
          ? last.font
          : ANY_SCRIPT;
    if (last?.font === font) last.text += sign;
    else runs.push({ font, text: sign });
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

/**
 * Writes a text at the place where the document stands, in lines of the given width; the document stands below it afterwards.
 * @returns whether the fonts have all its letters; those that they lack are empty boxes
 */
export function writeText(
  document: PDFKit.PDFDocument,
  typed: string,
  { x, width, size, font, bold = false }: { x: number; width: number; size: number; font: string; bold?: boolean },
): boolean {
  const text = typed.normalize('NFC');
  document.fontSize(size);
  if (BUILT_IN.test(text)) {
    document.font(font).text(text, x, document.y, { width });
    return true;
  }
  let whole = true;
  let left = x;
  let top = document.y;
  const line = size * 1.4;
  const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const run of runsOf(text)) {
    document.font(SCRIPT_FONTS[run.font]?.[1]() ?? latinFont(bold));
    if (!isShown(document, run.text)) {
      whole = false;
      document.font(latinFont(bold));
    }
    // Letters are not taken apart again: who copies the text gets what was typed. Types know a list only.
    const features = (run.font === ANY_SCRIPT ? { ccmp: false } : []) as PDFKit.Mixins.OpenTypeFeatures[];
    const widthOf = (piece: string) => document.widthOfString(piece, { features });
    const put = (piece: string, advance: number) => {
      document.text(piece, left, top, { lineBreak: false, features });
      left += advance;
    };
    const room = () => x + width - left;
    if (widthOf(run.text) <= room()) {
      put(run.text, widthOf(run.text));
      continue;
    }
    // Too long for the line: as many words as fit; of a word longer than a line, as many letters.
    let piece = '';
    const flush = () => {
      if (piece !== '') put(piece, widthOf(piece));
      piece = '';
    };
    const next = () => {
      flush();
      left = x;
      top += line;
    };
    for (const word of run.text.split(/(?<= )/u)) {
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
  document.x = x;
  document.y = top + line;
  return whole;
}
