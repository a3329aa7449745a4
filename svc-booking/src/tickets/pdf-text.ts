import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
/* The packages let nobody name their files, so these stand beside their entry. */
const beside = (name: string, file: string) => path.join(path.dirname(require.resolve(name)), '..', 'fonts', file);
const fontsource = (name: string, file: string) =>
  path.join(path.dirname(require.resolve(`@fontsource/${name}/package.json`)), 'files', file);

/** What the fonts built into every reader have: Latin of Western Europe, with the signs of Windows-1252. */
const BUILT_IN =
  /^[\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u20ac\u2122\u0152\u0153\u0160\u0161\u0178\u017d\u017e]*$/u;

/** Fonts by script. A run of text has one script: letters are put together by the rules of theirs, from right to left where it is written so. */
const FONTS: readonly (readonly [script: RegExp, file: () => string])[] = [
  [
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/u,
    () => beside('@embedpdf/fonts-sc', 'NotoSansHans-Regular.otf'),
  ],
  [/\p{sc=Hangul}/u, () => fontsource('nanum-gothic', 'nanum-gothic-korean-400-normal.woff')],
  [/\p{sc=Hebrew}/u, () => beside('@embedpdf/fonts-hebrew', 'NotoSansHebrew-Regular.ttf')],
  [/\p{sc=Arabic}/u, () => beside('@embedpdf/fonts-arabic', 'NotoNaskhArabic-Regular.ttf')],
  [/\p{sc=Tamil}/u, () => fontsource('noto-sans-tamil', 'noto-sans-tamil-tamil-400-normal.woff')],
  [/\p{sc=Thai}/u, () => fontsource('noto-sans-thai', 'noto-sans-thai-thai-400-normal.woff')],
  [/\p{sc=Devanagari}/u, () => beside('@embedpdf/fonts-latin', 'NotoSans-Regular.ttf')],
];
const ANY_SCRIPT = FONTS.length;
const latin = (bold: boolean) => beside('@embedpdf/fonts-latin', bold ? 'NotoSans-Bold.ttf' : 'NotoSans-Regular.ttf');

interface Run {
  readonly font: number;
  text: string;
}

const RIGHT_TO_LEFT = /[\p{sc=Hebrew}\p{sc=Arabic}]/u;

/** Splits a text where its script changes. Marks stay with what they follow, spaces only between words that run from right to left. */
function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  for (const sign of text) {
    const found = FONTS.findIndex(([script]) => script.test(sign));
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
    document.font(FONTS[run.font]?.[1]() ?? latin(bold));
    if (!isShown(document, run.text)) {
      whole = false;
      document.font(latin(bold));
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
