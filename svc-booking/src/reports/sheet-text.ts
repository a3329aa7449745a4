/* Characters that XML 1.0 cannot contain, or that would be misread: control characters, lone surrogates and non-characters. */
// eslint-disable-next-line no-control-regex
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/gu;
/** Spreadsheets decode `_x000D_` in a text to the character with that code. */
const ESCAPED = /_x(?=[0-9a-fA-F]{4}_)/g;
/** Texts that all readers decode alike only as rich text: with spaces at the ends, line breaks or escapes. */
const FRAGILE = /^\s|\s$|[\n\t]|_x005F_/;

/**
 * A text as a cell holds it: always text, however it begins, so that `=1+1` is shown and never evaluated. A character that
 * the file cannot contain becomes `\ufffd`.
 */
export function sheetText(text: string): string | { richText: { text: string }[] } {
  const whole = text.toWellFormed().replace(/\r\n?/g, '\n').replace(UNWRITABLE, '\ufffd').replace(ESCAPED, '_x005F_x');
  return FRAGILE.test(whole) ? { richText: [{ text: whole }] } : whole;
}
