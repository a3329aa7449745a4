/** Words of the example texts, and words that nobody leaves in a finished one. */
const PLACEHOLDERS: readonly RegExp[] = [
  /\d+ Example Street/i,
  /Example City/i,
  /[\w.+-]+@(?:[\w-]+\.)*example(?:\.(?:org|com|net))?\b/i,
  /\(555\) 123-4567/,
  /lorem ipsum/i,
  /\b(?:TODO|TBD|FIXME|XXX)\b/,
  /\[(?:your|name|address|date|company|organi[sz]er)\b[^\]<]*\]/i,
];

/** The placeholders in a page, each once, as they stand there. */
export function placeholdersIn(html: string): string[] {
  return [...new Set(PLACEHOLDERS.flatMap((placeholder) => placeholder.exec(html)?.[0] ?? []))];
}
