/*
 * The content files of the public pages as modules: prose becomes blocks that a screen lays out, lists are checked for missing fields. This
 * happens when a room is built, so no markup parser is sent to a browser.
 */

/** Fields every entry of a list must have, by the name of its file. */
const FIELDS = {
  'artists.json': ['name', 'instrument', 'blurb', 'text', 'picture'],
  'signs.json': ['name', 'element', 'note', 'music', 'sound'],
};

/** Fields that are shown before an entry's own page is opened. */
const BRIEF = ['name', 'instrument', 'blurb', 'picture', 'sound'];

const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|\[([^\]]+)\]\(((?:https?:\/\/|\/|#|mailto:)[^)\s]*)\)/g;

/** Text with its emphasis and links: plain strings, and `{ as, text, to? }`. */
function inline(text) {
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > from) parts.push(text.slice(from, match.index));
    const [, strong, emphasis, label, to] = match;
    parts.push(strong ? { as: 'strong', text: strong } : emphasis ? { as: 'em', text: emphasis } : { as: 'a', text: label, to });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

function idOf(text) {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Blocks of a page of prose: `{ as: 'h2' | 'h3' | 'p' | 'ul' | 'ol' | 'quote', … }`. A `#` heading is the file's own title and left out. */
export function blocksOf(source) {
  return source
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '' && !/^# /.test(block))
    .map((block) => {
      const heading = /^(#{2,3}) (.+)$/.exec(block);
      if (heading) return { as: heading[1].length === 2 ? 'h2' : 'h3', id: idOf(heading[2]), text: heading[2] };
      const lines = block.split('\n');
      if (lines.every((line) => /^[-*] /.test(line))) return { as: 'ul', items: lines.map((line) => inline(line.slice(2))) };
      if (lines.every((line) => /^\d+\. /.test(line))) return { as: 'ol', items: lines.map((line) => inline(line.replace(/^\d+\. /, ''))) };
      if (lines.every((line) => /^>( |$)/.test(line))) return { as: 'quote', parts: inline(lines.map((line) => line.slice(2)).join(' ')) };
      return { as: 'p', parts: inline(lines.join(' ')) };
    });
}

/** A list of entries, complete. @throws Error naming the entry and the field that is missing */
export function entriesOf(source, file) {
  const entries = JSON.parse(source);
  if (!Array.isArray(entries) || entries.length === 0) throw new Error(`${file} must be a list of entries`);
  entries.forEach((entry, index) => {
    for (const field of FIELDS[file] ?? []) {
      if (typeof entry[field] !== 'string' || entry[field].trim() === '')
        throw new Error(`${file}, entry ${index + 1} (${entry.name ?? 'without a name'}): ${field} is missing`);
    }
  });
  return entries;
}

/** For webpack. */
export default function contentLoader(source) {
  const file = this.resourcePath.split(/[\\/]/).at(-1);
  // `?brief` leaves out what only the entry's own page shows: the first page need not carry it.
  const brief = this.resourceQuery === '?brief';
  const content = file.endsWith('.md')
    ? blocksOf(source)
    : entriesOf(source, file).map((entry) =>
        brief ? Object.fromEntries(BRIEF.filter((field) => field in entry).map((field) => [field, entry[field]])) : entry,
      );
  return `export default ${JSON.stringify(content)};`;
}
