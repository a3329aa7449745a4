import { TEST_SITE } from '@concert/contracts/site/test-site';
import { escapeHtml } from '@concert/contracts/core/html';

/** Asks search engines to leave out what carries it. */
export const NOT_FOR_SEARCH = { 'x-robots-tag': 'noindex' } as const;

/** Where the application stands in a page. The build writes attributes without quotation marks. */
const ROOT = /<div id="?root"?>/;
const BANNER = `<aside class="test-site" aria-label="${escapeHtml(TEST_SITE.label)}"><p>${escapeHtml(TEST_SITE.text)}</p></aside>`;

/** A page of a site that takes no real money: says so above everything else, before any script, and to search engines without headers. */
export function asTest(page: string): string {
  return page.replace('</head>', () => '<meta name="robots" content="noindex"></head>').replace(ROOT, (root) => BANNER + root);
}
