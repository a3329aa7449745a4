/** A text out of the bytes of a file, and whether how its letters are stored had to be guessed. */
export function decodeText(bytes: Uint8Array): { readonly text: string; readonly guessed: boolean } {
  const encoding = utf16Of(bytes) ?? 'utf-8';
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), guessed: false };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), guessed: true };
  }
}

/* A byte-order mark, or a first character of which one byte is zero. */
function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : undefined;
}
