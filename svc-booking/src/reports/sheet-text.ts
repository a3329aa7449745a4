/** Longest text that a cell of a spreadsheet can hold. */
const LONGEST = 32_767;
/* What XML 1.0 cannot carry, and what would be read otherwise than it is shown: controls, half a surrogate pair, non-characters. */
// eslint-disable-next-line no-control-regex
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/gu;
/** Spreadsheets read `_x000D_` in a text as the character with that number. */
const ESCAPED = /_x(?=[0-9a-fA-F]{4}_)/g;
/** What readers of the file take alike only in a text of its own: space at the ends, lines, and escapes. */
const FRAGILE = /^\s|\s$|[\n\t]|_x005F_/;

/**
 * A text as a cell holds it: always text, whatever it begins with, so that `=1+1` is shown and never worked out. What no
 * file can carry becomes `\ufffd`, what is too long is cut and ends with an ellipsis.
 */
export function sheetText(text: string): string | { richText: { text: string }[] } {
  const lines = text.toWellFormed().replace(/\r\n?/g, '\n').replace(UNWRITABLE, '\ufffd').replace(ESCAPED, '_x005F_x');
  const whole =
    lines.length > LONGEST
      ? `${lines
          .slice(0, LONGEST - 1)
          .toWellFormed()
          .replace(/\ufffd$/, '')}…`
      : lines;
  return FRAGILE.test(whole) ? { richText: [{ text: whole }] } : whole;
}
