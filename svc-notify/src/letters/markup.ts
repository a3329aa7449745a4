/** A stretch of a line: plain, bold, or a link. */
export interface TextSpan {
  readonly text: string;
  readonly bold?: true;
  readonly url?: string;
}

/** A paragraph with its lines, or a list with its entries. */
export interface Block {
  readonly kind: 'paragraph' | 'list';
  readonly lines: readonly (readonly TextSpan[])[];
}

/* The lengths keep a text of nothing but opening marks from costing much. */
const MARK = /\*\*([^*\n]{1,500})\*\*|\[([^[\]\n]{1,200})\]\(((?:https?:\/\/|mailto:)[^\s()<>"]{1,1000})\)/g;
const ENTRY = /^- +/;

/**
 * Reads the words of a message: a blank line begins a paragraph, `- ` an entry of a list, `**bold**` is bold, `[words](https://address)` a
 * link. A link whose words look like another address than its own shows its own. What is no mark stays as it was typed. Nothing is escaped
 * here: that is for whoever writes HTML from it.
 */
export function parseMarkup(text: string): Block[] {
  const blocks: Block[] = [];
  for (const part of text.split(/\n[ \t]*\n/)) {
    let open: { kind: Block['kind']; lines: TextSpan[][] } | undefined;
    for (const line of part.split('\n')) {
      if (line.trim() === '') continue;
      const kind = ENTRY.test(line) ? 'list' : 'paragraph';
      if (open?.kind !== kind) {
        open = { kind, lines: [] };
        blocks.push(open);
      }
      open.lines.push(stretchesOf(line.replace(ENTRY, '').trim()));
    }
  }
  return blocks;
}

function stretchesOf(line: string): TextSpan[] {
  const stretches: TextSpan[] = [];
  let end = 0;
  for (const found of line.matchAll(MARK)) {
    const [mark, bold, label, url] = found;
    if (found.index > end) stretches.push({ text: line.slice(end, found.index) });
    end = found.index + mark.length;
    if (bold !== undefined) stretches.push({ text: bold, bold: true });
    else if (label !== undefined && url !== undefined && isPlain(url))
      stretches.push({ text: namesAnother(label, url) ? bare(url) : label, url });
    else stretches.push({ text: mark });
  }
  if (end < line.length) stretches.push({ text: line.slice(end) });
  return stretches;
}

/* A name before the host (`https://site@elsewhere`) is there only to deceive. */
function isPlain(url: string): boolean {
  return URL.canParse(url) && new URL(url).username === '';
}

const bare = (url: string) => url.replace(/^mailto:/, '');

/** What somebody reads as an address: with its scheme, by its dots, or by numbers. */
const ADDRESS = /https?:\/\/[^\s/?#]+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}|\d+(?:\.\d+){3}/giu;

/** Whether the words of a link read as an address that is not its own; letters of other widths and marks that nobody sees count as read. */
function namesAnother(label: string, url: string): boolean {
  const read = label.normalize('NFKC').replace(/\p{Cf}/gu, '');
  if (read.includes('@') && url.startsWith('mailto:')) return read.toLowerCase() !== bare(url).toLowerCase();
  const own = hostOf(url.startsWith('mailto:') ? bare(url).replace(/^.*@/, '') : url);
  return (read.match(ADDRESS) ?? []).some((named) => hostOf(named) !== own);
}

function hostOf(address: string): string | undefined {
  const whole = /^https?:/i.test(address) ? address : `https://${address}`;
  return URL.canParse(whole) ? new URL(whole).hostname.replace(/^www\./, '') : undefined;
}

/** A line as plain text; the address of a link stands behind its words, unless it is them. */
export function lineAsPlainText(line: readonly TextSpan[]): string {
  return line
    .map(({ text, url }) => {
      const address = url === undefined ? undefined : bare(url);
      return address === undefined || address === text ? text : `${text} (${address})`;
    })
    .join('');
}
