import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ConcertView } from '@concert/contracts/booking/http';
import { escapeHtml } from '@concert/contracts/core/html';
import { musicEvent } from '@concert/contracts/site/music-event';
import { PAGE_DATA_ID, type PageData } from '@concert/contracts/site/page-data';
import {
  canFillIn,
  fillIn,
  framesSchema,
  PRERENDERED_FILE,
  SCREEN_PLACEHOLDER,
  screensSchema,
  type PrerenderedState,
  type Frames,
  type Screens,
} from '@concert/contracts/site/prerendered';
import { pageAt, PAGES, type RemoteName } from '@concert/contracts/site/pages';
import { connections } from '@concert/service-kit/http/kept-connections';
import { request } from 'undici';
import type { z } from 'zod';
import type { WebSource } from '../settings.ts';

/** A page as it is sent. */
export interface PageDocument {
  readonly plain: PageForm;
  readonly br: PageForm;
  readonly gzip: PageForm;
}

/** A page in one encoding. */
export interface PageForm {
  readonly etag: string;
  readonly bytes: Buffer;
}

export interface PrerenderedPagesOptions {
  readonly shell: WebSource;
  readonly remotes: Readonly<Record<string, WebSource>>;
  readonly origin: string;
  /** The concert as it is now; undefined when it cannot be read. */
  readonly readConcert: () => Promise<ConcertView | undefined>;
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number;
  /** Replaces the question to a web room's server in tests. */
  readonly askAt?: typeof askServer;
}

/** How long files and concert are cached: long enough to help in a rush, too short for anybody to notice. */
const FRESH_MS = 1_000;
const SERVER_TIMEOUT_MS = 2_000;
/** Where the application stands in the shell's page. The build writes attributes without quotation marks. */
const ROOT = /<div id="?root"?><\/div>/;
const REMOTE: RemoteName = 'public';
const SITE_NAME = 'Music for Meditation Concert';
/** In a script element no text may look like its end, nor like a comment. */
const IN_SCRIPT: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Caches what a reader returned for a moment, and calls it once however many wait. */
function fresh<T>(read: () => Promise<T>, now: () => number): () => Promise<T> {
  let kept: { readonly until: number; readonly value: Promise<T> } | undefined;
  return () => {
    if (!kept || kept.until <= now()) kept = { until: now() + FRESH_MS, value: read() };
    return kept.value;
  };
}

function json(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (sign) => IN_SCRIPT[sign] ?? sign);
}

/** What a server of a web room has at an address; undefined when it has nothing there. */
async function askServer(address: string): Promise<string | undefined> {
  const { statusCode, body } = await request(address, { dispatcher: connections, signal: AbortSignal.timeout(SERVER_TIMEOUT_MS) });
  if (statusCode === 200) return body.text();
  await body.dump();
  return undefined;
}

async function textOf(source: WebSource, name: string, askAt: typeof askServer): Promise<string | undefined> {
  try {
    if (source.kind === 'folder') return await readFile(path.join(source.path, name), 'utf8');
    return await askAt(`${source.url}/${name}`);
  } catch {
    return undefined;
  }
}

/** What a file holds, when it is there and complete; a room that is just being built has none. */
function parsed<S extends z.ZodType>(schema: S, text: string | undefined): z.output<S> | undefined {
  if (text === undefined) return undefined;
  try {
    const result = schema.safeParse(JSON.parse(text));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}

interface Drawn {
  readonly index: string;
  readonly frames: Frames;
  readonly screens: Screens;
  /** Changes whenever one of the files does. */
  readonly version: string;
}

/** What the files of a build say together; undefined while one is missing or being written. */
function drawnOf(index: string | undefined, frames: string | undefined, screens: string | undefined): Drawn | undefined {
  const read = { frames: parsed(framesSchema, frames), screens: parsed(screensSchema, screens) };
  if (!index || !ROOT.test(index) || !read.frames || !read.screens) return undefined;
  const version = createHash('sha256')
    .update(index)
    .update(frames ?? '')
    .update(screens ?? '')
    .digest('hex');
  return { index, frames: read.frames, screens: read.screens, version };
}

/** A page that was put together, and from what. */
interface KeptPage {
  readonly drawn: Drawn;
  readonly asked: ConcertView | undefined;
  /** The same words say the same page. */
  readonly of: string;
  readonly document: Promise<PageDocument>;
}

/** The public pages: rendered when the rooms were built, put together and filled in with the concert as it is now. */
export class PrerenderedPages {
  readonly #origin: string;
  readonly #drawn: () => Promise<Drawn | undefined>;
  readonly #concert: () => Promise<ConcertView | undefined>;
  readonly #documents = new Map<string, KeptPage>();

  constructor({ shell, remotes, origin, readConcert, now = () => performance.now(), askAt = askServer }: PrerenderedPagesOptions) {
    this.#origin = origin;
    this.#concert = fresh(readConcert, now);
    const remote = remotes[REMOTE];
    let last: { readonly texts: readonly unknown[]; readonly drawn: Drawn | undefined } | undefined;
    this.#drawn = fresh(async () => {
      const texts = await Promise.all([
        textOf(shell, 'index.html', askAt),
        textOf(shell, PRERENDERED_FILE, askAt),
        remote ? textOf(remote, PRERENDERED_FILE, askAt) : undefined,
      ]);
      if (!last || texts.some((text, index) => text !== last?.texts[index])) last = { texts, drawn: drawnOf(...texts) };
      return last.drawn;
    }, now);
  }

  /** The page at a path, or undefined where the shell's plain page is used instead. */
  async page(address: string, search: string): Promise<PageDocument | undefined> {
    const page = pageAt(address);
    if (page?.remote !== REMOTE || page.access !== 'public') return undefined;
    const drawn = await this.#drawn();
    const screen = drawn?.screens.pages[page.path];
    const frame = drawn?.frames.pages[page.path];
    if (!drawn || !screen || !frame || (search !== '' && !screen.anyQuery)) return undefined;
    const asked = await this.#concert().catch(() => undefined);
    const kept = this.#documents.get(page.path);
    // Within the second for which both are kept, there is nothing to compare.
    if (kept?.drawn === drawn && kept.asked === asked) return kept.document;
    const concert = asked && canFillIn(asked) ? asked : undefined;
    const of = drawn.version + JSON.stringify(concert ?? null);
    const document = kept?.of === of ? kept.document : packed(this.#put(drawn, page.path, page.title, concert));
    this.#documents.set(page.path, { drawn, asked, of, document });
    return document;
  }

  /** Addresses for search engines. */
  sitemap(): string {
    const addresses = PAGES.filter(({ remote, access }) => remote === REMOTE && access === 'public').map(
      ({ path: address }) => `<url><loc>${escapeHtml(this.#origin + address)}</loc></url>`,
    );
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.join('')}</urlset>\n`;
  }

  robots(): string {
    return `User-agent: *\nDisallow: /api/\nDisallow: /get-details\nDisallow: /get-hf-details\nSitemap: ${this.#origin}/sitemap.xml\n`;
  }

  #put({ index, frames, screens }: Drawn, address: string, title: string, concert: ConcertView | undefined): string {
    const state: PrerenderedState = concert?.saleState ?? 'unknown';
    const screen = screens.pages[address]!;
    const of = (file: string) => `/remotes/${REMOTE}/${file}`;
    const whole = `${title} · ${SITE_NAME}`;
    const canonical = this.#origin + address;
    const picture = `${this.#origin}${of('media/pictures/link.jpg')}`;
    const more = screen.more?.[state];
    const known: PageData = { ...(concert ? { concert } : {}), remote: { name: REMOTE, entry: of(screens.entry) } };
    const head = [
      `<link rel="canonical" href="${escapeHtml(canonical)}">`,
      ...Object.entries({
        'og:type': 'website',
        'og:site_name': SITE_NAME,
        'og:title': whole,
        'og:description': screen.description,
        'og:url': canonical,
        'og:image': picture,
        'og:image:width': '1200',
        'og:image:height': '630',
      }).map(([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`),
      '<meta name="twitter:card" content="summary_large_image">',
      ...(screen.picture ? [`<link rel="preload" as="image" href="${escapeHtml(screen.picture)}" fetchpriority="high">`] : []),
      ...[...screen.styles, ...(more?.styles ?? [])].map((file) => `<link rel="stylesheet" href="${of(file)}">`),
      ...[screens.entry, ...screen.scripts, ...(more?.scripts ?? [])].map((file) => `<link rel="preload" as="script" href="${of(file)}">`),
      ...(concert
        ? [
            `<script type="application/ld+json">${json(musicEvent(concert, { site: SITE_NAME, origin: this.#origin, picture, description: screen.description }))}</script>`,
          ]
        : []),
      `<script type="application/json" id="${PAGE_DATA_ID}">${json(known)}</script>`,
    ].join('');
    const drawing = frames.pages[address]!.html[state].replace(SCREEN_PLACEHOLDER, () => screen.html[state]);
    const body = concert ? fillIn(drawing, concert) : drawing;
    return index
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(whole)}</title>`)
      .replace(/<meta name="?description"?[^>]*>/, () => `<meta name="description" content="${escapeHtml(screen.description)}">`)
      .replace('</head>', () => `${head}</head>`)
      .replace(/<noscript>[\s\S]*?<\/noscript>/, '')
      .replace(ROOT, () => `<div id="root">${body}</div>`);
  }
}

async function packed(html: string): Promise<PageDocument> {
  const plain = Buffer.from(html);
  const [br, zipped] = await Promise.all([
    compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    compressGzip(plain, { level: 6 }),
  ]);
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return {
    plain: { etag: `"${tag}"`, bytes: plain },
    br: { etag: `"${tag}-br"`, bytes: br },
    gzip: { etag: `"${tag}-gzip"`, bytes: zipped },
  };
}
