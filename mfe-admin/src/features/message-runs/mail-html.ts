/*
 * A mail of ours is shown as a picture of itself: its HTML is read here, and not by the browser, because the site's policy lets no text
 * become a document (Trusted Types) and no style stand in one. Only what our own layout uses is understood; everything else is left out.
 */

/** An element of a mail; a text is a string. */
export interface MailElement {
  readonly tag: string;
  readonly classes: readonly string[];
  /** What stands in its `style`. */
  readonly style: string;
  readonly width: string;
  readonly align: string;
  /** Of a picture: what it shows, in the page itself, and its words. */
  readonly src: string;
  readonly alt: string;
  readonly children: readonly MailNode[];
}
export type MailNode = MailElement | string;

const SHOWN: ReadonlySet<string> = new Set('body table tr td th div span p a b strong em ul ol li br img'.split(' '));
/** Pictures that the page carries; one that would have to be fetched is left out. */
const PICTURE = 'data:image/png;base64,';
const WITHOUT_CONTENT: ReadonlySet<string> = new Set(['br', 'img', 'meta', 'hr']);
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0', zwnj: '\u200c' };

function decoded(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    return String.fromCodePoint(decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal));
  });
}

function attributesIn(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...text.matchAll(/([a-z-]+)="([^"]*)"/gi)].map(([, name = '', value = '']) => [name, decoded(value)]));
}

interface Open {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: MailNode[];
}

function elementOf({ tag, attributes, children }: Open): MailElement {
  const { class: classes = '', style = '', width = '', align = '', src = '', alt = '' } = attributes;
  return { tag, classes: classes.split(' ').filter(Boolean), style, width, align, src, alt, children };
}

/** The body of a mail. Words of elements that are not understood are kept. */
export function mailBodyOf(html: string): MailElement {
  const [, attributes = '', inner = ''] = /<body([^>]*)>([\s\S]*)<\/body>/.exec(html) ?? [];
  const root: Open = { tag: 'body', attributes: attributesIn(attributes), children: [] };
  const open: Open[] = [root];
  const close = () => {
    const done = open.pop() as Open;
    const around = open.at(-1) as Open;
    if (done.tag === 'img' && !done.attributes['src']?.startsWith(PICTURE)) return;
    if (SHOWN.has(done.tag)) around.children.push(elementOf(done));
    else around.children.push(...done.children);
  };
  for (const [, closing, tag = '', given = '', text = ''] of inner.matchAll(/<(\/?)([a-z0-9]+)(\s[^>]*)?>|([^<]+)/g)) {
    if (text) open.at(-1)?.children.push(decoded(text));
    else if (closing) {
      if (open.length > 1 && open.some((each, depth) => depth > 0 && each.tag === tag)) {
        while (open.at(-1)?.tag !== tag) close();
        close();
      }
    } else {
      open.push({ tag, attributes: attributesIn(given), children: [] });
      if (WITHOUT_CONTENT.has(tag)) close();
    }
  }
  while (open.length > 1) close();
  return elementOf(root);
}

/** When a rule of the mail's own style sheet holds. */
export type StyleCondition = 'prefers-color-scheme: dark' | 'max-width: 480px';

/** What the mail's own style sheet gives its classes under a condition, by class. */
export function stylesWhen(condition: StyleCondition, html: string): ReadonlyMap<string, string> {
  const [, block = ''] = html.split(`@media (${condition}) {`);
  const [rules = ''] = block.split('\n}');
  return new Map([...rules.matchAll(/\.([\w-]+) \{ ([^}]*) \}/g)].map(([, name = '', style = '']) => [name, style]));
}
