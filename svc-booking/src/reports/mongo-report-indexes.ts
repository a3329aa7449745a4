import type { IndexSpec } from '@concert/service-kit/collection';
import { BOOKINGS_COLLECTION } from '../seats/bookings-collection.ts';
import { entriesCollection } from '../complimentary/entry.schema.ts';

/*
 * Filter first, then order: the server merges one range of the index per requested status and category. When all of them are
 * requested, an index of the order alone saves this merge.
 */
export const FIELDS = { created: 'createdAt', name: 'nameKey', amount: 'charged' } as const;
export type Field = (typeof FIELDS)[keyof typeof FIELDS];

export const INSIDE_INDEX = 'text';
export const WORDS_INDEX = 'words';
export const orderIndex = (field: Field, whole: boolean) => (whole ? `report_all_by_${field}` : `report_by_${field}`);

function reportIndexesOf(collection: string, category: 'seating' | 'group'): IndexSpec[] {
  return [
    ...(['createdAt', 'nameKey', 'charged'] as const).flatMap((field) => [
      {
        collection,
        name: orderIndex(field, false),
        key: { status: 1, [category]: 1, [field]: 1, _id: 1 } as const,
        serves: `the report, of some statuses and categories, in the order of ${field}`,
      },
      {
        collection,
        name: orderIndex(field, true),
        key: { [field]: 1, _id: 1 } as const,
        serves: `the report, of all statuses and categories, in the order of ${field}`,
      },
    ]),
    { collection, name: WORDS_INDEX, key: { words: 1 }, serves: 'the report, by the beginning of a word' },
    {
      collection,
      name: INSIDE_INDEX,
      key: { text: 1 },
      serves: 'the report, by a part of what a row is found by: the index is read instead of the rows',
    },
  ];
}

export const reportIndexes: readonly IndexSpec[] = [
  ...reportIndexesOf(BOOKINGS_COLLECTION, 'seating'),
  ...reportIndexesOf(entriesCollection.name, 'group'),
];
