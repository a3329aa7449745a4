import type { IndexSpec } from '@concert/service-kit/store/collection';
import { BOOKINGS_COLLECTION } from '../seats/bookings-collection.ts';
import { entriesCollection } from '../complimentary/entry.schema.ts';

export const WORDS_INDEX = 'words';

/** Every index makes a change of a booking dearer (docs/load.md), so other orders are sorted: the hall makes some hundred rows. */
function reportIndexesOf(collection: string, category: 'seating' | 'group'): IndexSpec[] {
  return [
    {
      collection,
      name: 'report_by_createdAt',
      key: { status: 1, [category]: 1, createdAt: 1, _id: 1 } as const,
      serves: 'the report and its export, in the order of createdAt',
    },
    { collection, name: WORDS_INDEX, key: { words: 1 }, serves: 'the report, by the beginning of a word' },
  ];
}

export const reportIndexes: readonly IndexSpec[] = [
  ...reportIndexesOf(BOOKINGS_COLLECTION, 'seating'),
  ...reportIndexesOf(entriesCollection.name, 'group'),
];
