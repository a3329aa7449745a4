import type { Connection } from 'mongoose';

const MAX_SHOWN = 10;

type Filter = Readonly<Record<string, unknown>>;

interface Profiled {
  readonly ns: string;
  readonly op: string;
  readonly command: {
    readonly filter?: Filter;
    readonly query?: Filter;
    readonly q?: Filter;
    readonly pipeline?: readonly { readonly $match?: Filter }[];
  };
}

/**
 * From now on the database notes each query that reads a whole collection because no index serves it.
 * @param service whose queries; those of the test itself are not noted
 */
export async function recordCollectionScans(database: Connection, service: string): Promise<void> {
  await database.db?.command({ profile: 1, filter: { planSummary: 'COLLSCAN', appName: service } });
}

/**
 * Looks at what was noted since {@link recordCollectionScans}. Whoever asks for everything, without a condition, may read everything.
 * @throws Error with the queries that no index serves
 */
export async function assertNoCollectionScans(database: Connection, service: string): Promise<void> {
  await database.db?.command({ profile: 0, filter: 'unset' });
  const noted = await database.collection<Profiled>('system.profile').find({ planSummary: 'COLLSCAN', appName: service }).toArray();
  const asked = noted.flatMap(({ ns, op, command: { filter, query, q, pipeline } }): string[] => {
    const name = ns.slice(ns.indexOf('.') + 1);
    const condition = filter ?? query ?? q ?? pipeline?.[0]?.$match ?? {};
    if (name.startsWith('system.') || Object.keys(condition).length === 0) return [];
    return [`${name} ${op} ${JSON.stringify(condition)}`];
  });
  if (asked.length > 0) throw new Error(`queries that no index serves:\n${[...new Set(asked)].slice(0, MAX_SHOWN).join('\n')}`);
}
