import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ConcertView } from '@concert/contracts/booking/http';
import { escapeHtml } from '@concert/contracts/core/html';
import {
  canFillIn,
  fillIn,
  framesSchema,
  PRERENDERED_FILE,
  SCREEN_PLACEHOLDER,
  screensSchema,
  withTitle,
  type PrerenderedState,
  type Frames,
  type Screens,
} from '@concert/contracts/site/prerendered';
import { pageAt, PAGES, REMOTES, type Page, type RemoteName } from '@concert/contracts/site/pages';
import { connections } from '@concert/service-kit/process/kept-connections';
import { request } from 'undici';
import type { z } from 'zod';
import type { WebSource } from '../settings.ts';
import { titleOf, withData, withHead } from './page-head.ts';
import { asTest } from './test-site.ts';

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
  /** Whether real money is taken. */
  readonly paymentsLive: boolean;
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
/** Remotes that draw pages. */
const DRAWING = REMOTES.filter((name) => PAGES.some((page) => page.remote === name && 'prerendered' in page));
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
  readonly screens: ReadonlyMap<RemoteName, Screens>;
}

/** What the files of a build say together; undefined while one is missing or being written. */
function drawnOf([index, framesText, ...texts]: readonly (string | undefined)[]): Drawn | undefined {
  const frames = parsed(framesSchema, framesText);
  if (!index || !ROOT.test(index) || !frames) return undefined;
  const screens = new Map<RemoteName, Screens>();
  DRAWING.forEach((remote, at) => {
    const read = parsed(screensSchema, texts[at]);
    if (read) screens.set(remote, read);
  });
  return { index, frames, screens };
}

/** A page that was put together, and from what. */
interface KeptPage {
  readonly from: readonly unknown[];
  readonly html: string;
  readonly document: Promise<PageDocument>;
}

/** The public pages: rendered when the rooms were built, put together and filled in with the concert as it is now. */
export class PrerenderedPages {
  readonly #origin: string;
  readonly #live: boolean;
  readonly #drawn: () => Promise<Drawn | undefined>;
  readonly #concert: () => Promise<ConcertView | undefined>;
  readonly #index: () => Promise<string | undefined>;
  readonly #kept = new Map<string, KeptPage>();

  constructor({
    shell,
    remotes,
    origin,
    paymentsLive,
    readConcert,
    now = () => performance.now(),
    askAt = askServer,
  }: PrerenderedPagesOptions) {
    this.#origin = origin;
    this.#live = paymentsLive;
    this.#concert = fresh(readConcert, now);
    this.#index = fresh(() => textOf(shell, 'index.html', askAt), now);
    let last: { readonly texts: readonly unknown[]; readonly drawn: Drawn | undefined } | undefined;
    this.#drawn = fresh(async () => {
      const texts = await Promise.all([
        textOf(shell, 'index.html', askAt),
        textOf(shell, PRERENDERED_FILE, askAt),
        ...DRAWING.map((name) => remotes[name] && textOf(remotes[name], PRERENDERED_FILE, askAt)),
      ]);
      if (!last || texts.some((text, index) => text !== last?.texts[index])) last = { texts, drawn: drawnOf(texts) };
      return last.drawn;
    }, now);
  }

  /** The page at a path, or undefined where the shell's plain page is used instead. */
  async page(address: string, search: string): Promise<PageDocument | undefined> {
    const page = pageAt(address);
    if (!page?.prerendered) return undefined;
    const drawn = await this.#drawn();
    const screen = drawn?.screens.get(page.remote)?.pages[page.path];
    if (!screen || drawn?.frames.pages[page.path] === undefined || (search !== '' && !screen.anyQuery)) return undefined;
    const asked = await this.#concert().catch(() => undefined);
    return this.#packed(page.path, [drawn, asked], () => this.#put(drawn, page, asked && canFillIn(asked) ? asked : undefined));
  }

  /**
   * The shell's plain page, with the concert, so that nothing of it appears late and moves what is read. A page that is kept on a device goes
   * without: each seat sold would make it another one. Undefined where it is as it stands in its file, and while there is none.
   */
  async plainPage(page?: Page): Promise<PageDocument | undefined> {
    const index = await this.#index();
    const concert = page?.offline ? undefined : await this.#concert().catch(() => undefined);
    if (index === undefined || (this.#live && !concert)) return undefined;
    return this.#packed(page?.offline ? 'offline' : 'any', [index, concert], () => (concert ? withData(index, { concert }) : index));
  }

  /** A page is put together anew when what it is made of was read anew, and packed anew when it became another one. */
  #packed(name: string, from: readonly unknown[], put: () => string): Promise<PageDocument> {
    const kept = this.#kept.get(name);
    if (kept && from.every((part, at) => part === kept.from[at])) return kept.document;
    const html = this.#live ? put() : asTest(put());
    const document = kept?.html === html ? kept.document : packed(html);
    this.#kept.set(name, { from, html, document });
    return document;
  }

  /** Addresses for search engines. */
  sitemap(): string {
    const addresses = PAGES.filter((page) => 'prerendered' in page).map(
      ({ path: address }) => `<url><loc>${escapeHtml(this.#origin + address)}</loc></url>`,
    );
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.join('')}</urlset>\n`;
  }

  robots(): string {
    return `User-agent: *\nAllow: /api/concert/picture/\nDisallow: /api/\nDisallow: /get-details\nDisallow: /get-hf-details\nSitemap: ${this.#origin}/sitemap.xml\n`;
  }

  #put({ index, frames, screens }: Drawn, page: Page, concert: ConcertView | undefined): string {
    const origin = this.#origin;
    const state: PrerenderedState = concert?.saleState ?? 'unknown';
    const { entry, pages } = screens.get(page.remote)!;
    const screen = pages[page.path]!;
    const of = (file: string) => `/remotes/${page.remote}/${file}`;
    const drawing = frames.pages[page.path]!.html[state].replace(SCREEN_PLACEHOLDER, () => screen.html[state]);
    const body = concert ? fillIn(drawing, concert) : drawing;
    return withHead(index, {
      page,
      description: withTitle(screen.description, titleOf(concert)),
      origin,
      concert,
      remote: { name: page.remote, entry: of(entry) },
      first: [
        ...(screen.picture ? [`<link rel="preload" as="image" href="${escapeHtml(screen.picture)}" fetchpriority="high">`] : []),
        ...screen.styles.map((file) => `<link rel="stylesheet" href="${of(file)}">`),
        ...[entry, ...screen.scripts].map((file) => `<link rel="preload" as="script" href="${of(file)}">`),
      ],
    })
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
