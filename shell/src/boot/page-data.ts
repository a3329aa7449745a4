import { KNOWN_ID, type Known } from '@concert/contracts/site/known';
import { isConcert } from '../session/site-calls.ts';

/** What the page was filled in with, when it was prerendered. */
export function pageData(): Partial<Known> {
  const text = document.getElementById(KNOWN_ID)?.textContent;
  if (!text) return {};
  try {
    const { concert, remote } = JSON.parse(text) as Partial<Known>;
    return { ...(isConcert(concert) ? { concert } : {}), ...(typeof remote?.entry === 'string' ? { remote } : {}) };
  } catch {
    return {};
  }
}
