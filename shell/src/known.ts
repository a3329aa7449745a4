import { KNOWN_ID, type Known } from '@concert/contracts/site/known';
import { isConcert } from './site-calls.ts';

/** What the page was filled in with, when it was prerendered. */
export function knownOfPage(): Partial<Known> {
  const text = document.getElementById(KNOWN_ID)?.textContent;
  if (!text) return {};
  try {
    const { concert, remote } = JSON.parse(text) as Partial<Known>;
    return { ...(isConcert(concert) ? { concert } : {}), ...(typeof remote?.entry === 'string' ? { remote } : {}) };
  } catch {
    return {};
  }
}
