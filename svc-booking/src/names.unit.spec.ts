import { expect, it } from '@jest/globals';
import { REPORT_CATEGORIES, REPORT_STATUSES } from '@concert/contracts/booking/reports';
import { normalizeForSearch } from '@concert/contracts/core/search-words';
import { containsText } from '@concert/service-kit/store/search-words';
import { NAMES } from '@concert/test-kit/names';
import type { EntryDocument } from './complimentary/entry.schema.ts';
import { isMatch, nameSearch } from './door/name-search.ts';
import { pageOf } from './reports/report-page.ts';
import { rowOfEntry } from './reports/report-rows.ts';
import { findableWords, searchTermsOf } from './search-words/booking-words.ts';

it.each(NAMES)('%s is found at the door, in the report and in the list of guests, whole and by the letters at hand', (name) => {
  const createdAt = new Date('2026-11-21T12:00:00.000Z');
  const entry = { _id: 'cp_1', name, email: 'guest@example.org', phoneno: '', group: 'h', status: 'Issued', notickets: 1, createdAt };
  const words = findableWords({ ...entry, id: entry._id, ticketIds: [] });
  const rows = [{ row: rowOfEntry(entry as EntryDocument), createdAt, words }];
  for (const search of [name, normalizeForSearch(name)]) {
    const terms = searchTermsOf(search).words;
    const question = { statuses: REPORT_STATUSES, categories: REPORT_CATEGORIES, words: terms, sort: 'name', limit: 1 } as const;
    const atDoor = isMatch(nameSearch(search)!, { name, phone: '' });
    const amongGuests = terms.every((term) => words.some((word) => new RegExp(containsText(term).$regex).test(word)));
    expect([search, atDoor, pageOf(rows, question).length, amongGuests]).toEqual([search, true, 1, true]);
  }
});
