/** Keys of other keyboards where the keyboard that a hand scanner plays has the one on the right. */
const FRENCH: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'à&é"\'(-è_ç'].map((key, digit) => [key, String(digit)])),
  // Belgium's differs in two digits.
  ...{ '§': '6', '!': '8' },
  ...{ a: 'q', q: 'a', w: 'z', z: 'w', ',': 'm', ':': '.' },
};

/** A ticket's code by its beginning, as it arrives by whatever keyboard: version, key, and the part that people can type. */
const BEGINNING = /^(?:\]q\d)?t[1&][.:](.{4})[.:](.{20})[.:]/i;
const WHOLE = /^T1\.[0-9a-f]{4}\.[0-9a-hjkmnp-tv-z]{20}\.[A-Za-z0-9_-]{86}$/;

/** Whether a text begins as a ticket's code that a scanner read, which nobody types. */
export function isScanned(text: string): boolean {
  return BEGINNING.test(text.trim());
}

/**
 * What a code may be that came by a keyboard, the likeliest first. A hand scanner types as if the keyboard were an American one: with another
 * layout, or with Caps Lock on, other letters arrive. The part of a code that people can type has no capitals and no marks, and is enough.
 */
export function readingsOf(text: string): readonly string[] {
  const typed = text.trim();
  const [beginning, , tail] = BEGINNING.exec(typed) ?? [];
  if (!beginning || !tail) return [typed];
  const lower = tail.toLowerCase();
  const swapped = lower.replace(/[yz]/g, (letter) => (letter === 'y' ? 'z' : 'y'));
  const french = Array.from(lower, (key) => FRENCH[key] ?? key).join('');
  if (/[&:]/.test(beginning)) return [french];
  return [...new Set([WHOLE.test(typed) ? typed : lower, swapped])];
}
