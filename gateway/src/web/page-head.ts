import { briefConcertDay, concertDate } from '@concert/contracts/booking/concert-date';
import type { ConcertView } from '@concert/contracts/booking/http';
import { saleInWords } from '@concert/contracts/booking/sale-words';
import { escapeHtml } from '@concert/contracts/core/html';
import { PAGE_DATA_ID, UNKNOWN_TITLE, type PageData } from '@concert/contracts/site/page-data';
import { musicEvent } from '@concert/contracts/site/music-event';
import type { Page } from '@concert/contracts/site/pages';

/** In a script element no text may look like its end, nor like a comment. */
const IN_SCRIPT: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};
/** Size of the pictures of links, the drawn one and the one of the public remote. */
const PICTURE_SIZE = { width: '1200', height: '630' };
const PICTURE_OF_REMOTE = '/remotes/public/media/pictures/link.jpg';

function json(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (sign) => IN_SCRIPT[sign] ?? sign);
}

interface Headed {
  readonly page: Pick<Page, 'path' | 'title'>;
  readonly description: string;
  /** Where the site is found from outside. */
  readonly origin: string;
  /** The concert as it is now; absent while it cannot be read. */
  readonly concert: ConcertView | undefined;
  readonly remote?: NonNullable<PageData['remote']>;
  /** Further elements: what is to be loaded first. */
  readonly first?: readonly string[];
}

/** What the evening, and with it the site, is called. */
export const titleOf = (concert: ConcertView | undefined): string => concert?.title ?? UNKNOWN_TITLE;

/** What a shared link says of a page: when and where, why no seat can be had where that is so, and what the page is for; the page that sells is for nothing then. */
function sharedDescription(own: string, path: string, concert: ConcertView | undefined): string {
  if (!concert) return own;
  const evening = `${concertDate(concert)}, ${concert.venue.name}.`;
  if (concert.saleState === 'open') return `${evening} ${own}`;
  return [evening, `${saleInWords(concert)}.`, ...(path === '/reserve-your-seat' ? [] : [own])].join(' ');
}

/** The shell's page with what it carries along. */
export function withData(index: string, data: PageData): string {
  return index.replace('</head>', () => `${dataElement(data)}</head>`);
}

const dataElement = (data: PageData) => `<script type="application/json" id="${PAGE_DATA_ID}">${json(data)}</script>`;

/** The shell's page with its own head: title, description, what shared links and search engines show, and what the page carries along. */
export function withHead(index: string, { page, description: own, origin, concert, remote, first = [] }: Headed): string {
  const site = titleOf(concert);
  const title = `${page.title} · ${site}`;
  const description = sharedDescription(own, page.path, concert);
  const canonical = origin + page.path;
  const picture = origin + (concert?.picture ?? PICTURE_OF_REMOTE);
  const pageData: PageData = { ...(concert ? { concert } : {}), ...(remote ? { remote } : {}) };
  const head = [
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    ...Object.entries({
      'og:type': 'website',
      'og:site_name': site,
      'og:title': page.path !== '/' ? title : [site, ...(concert ? [briefConcertDay(concert), concert.venue.name] : [])].join(' · '),
      'og:description': description,
      'og:url': canonical,
      'og:image': picture,
      'og:image:width': PICTURE_SIZE.width,
      'og:image:height': PICTURE_SIZE.height,
      'og:image:alt': concert ? `${site}. ${concertDate(concert)}, ${concert.venue.name}` : site,
    }).map(([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`),
    '<meta name="twitter:card" content="summary_large_image">',
    ...first,
    ...(concert ? [`<script type="application/ld+json">${json(musicEvent(concert, { origin, picture, description: own }))}</script>`] : []),
    dataElement(pageData),
  ].join('');
  return index
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(/<meta name="?description"?[^>]*>/, () => `<meta name="description" content="${escapeHtml(description)}">`)
    .replace('</head>', () => `${head}</head>`);
}
