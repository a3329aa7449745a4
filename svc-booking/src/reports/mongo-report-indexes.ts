import type { IndexSpec } from '@concert/service-kit/store/collection';
import { BOOKINGS_COLLECTION } from '../seats/bookings-collection.ts';
import { entriesCollection } from '../complimentary/entry.schema.ts';

/*
 * Every index makes a change of a booking dearer (docs/load.md), so few serve all pages: filter first, then order. The server merges
 * one range of the index per requested status and category, also where all are requested.
 */
export const SORT_FIELDS = { created: 'createdAt', name: 'nameKey', amount: 'charged' } as const;
export type SortField = (typeof SORT_FIELDS)[keyof typeof SORT_FIELDS];

export const WORDS_INDEX = 'words';
const ORDER_INDEXES = { createdAt: 'report_by_createdAt', nameKey: 'report_by_name_with_text', charged: 'report_by_charged' } as const;
export const orderIndex = (field: SortField): string => ORDER_INDEXES[field];
/** This index also holds the texts, so it is read instead of the rows. */
export const SUBSTRING_INDEX = ORDER_INDEXES.nameKey;

function reportIndexesOf(collection: string, category: 'seating' | 'group'): IndexSpec[] {
  return [
    ...(['createdAt', 'charged'] as const).map((field) => ({
      collection,
      name: orderIndex(field),
      key: { status: 1, [category]: 1, [field]: 1, _id: 1 } as const,
      serves: `the report, in the order of ${field}`,
    })),
    {
      collection,
      name: SUBSTRING_INDEX,
      key: { status: 1, [category]: 1, nameKey: 1, _id: 1, text: 1 } as const,
      serves: 'the report, in the order of names, and by a part of what a row is found by',
    },
    { collection, name: WORDS_INDEX, key: { words: 1 }, serves: 'the report, by the beginning of a word' },
  ];
}

export const reportIndexes: readonly IndexSpec[] = [
  ...reportIndexesOf(BOOKINGS_COLLECTION, 'seating'),
  ...reportIndexesOf(entriesCollection.name, 'group'),
];
