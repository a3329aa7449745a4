import { PAGE_DATA_ID, type PageData } from '@concert/contracts/site/page-data';
import { isConcert } from '../session/site-calls.ts';

/** What the page was filled in with, when it was prerendered. */
export function pageData(): Partial<PageData> {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  if (!text) return {};
  try {
    const { concert, remote } = JSON.parse(text) as Partial<PageData>;
    return { ...(isConcert(concert) ? { concert } : {}), ...(typeof remote?.entry === 'string' ? { remote } : {}) };
  } catch {
    return {};
  }
}
