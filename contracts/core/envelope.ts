import { z } from 'zod';
import type { Caller } from './route.ts';

/** `owner.subject.past-tense.vN`, the routing key and the CloudEvents `type` of a fact. */
export type FactType = `${string}.${string}.${string}.v${number}`;

const FACT_TYPE = /^[a-z]+\.[a-z-]+\.[a-z-]+\.v[1-9][0-9]*$/;

/** A room that consumes a fact, and for what purpose: together they name one queue. A room alone only says that it consumes the fact. */
export type Consumer = Caller | `${Caller}.${string}`;

/** A fact's stable name, the schema of its data, and its consumers. */
export interface FactKind<T extends FactType = FactType, S extends z.ZodType = z.ZodType> {
  readonly type: T;
  readonly data: S;
  /**
   * Who consumes it, and so may hear it. The owner asks each queue named here whether the fact has arrived, so that a consumer that has
   * not started yet misses nothing. A fact that no queue takes counts as not published and is sent again.
   */
  readonly consumedBy: readonly Consumer[];
}

/**
 * Declares a fact. Within one version only optional additions are allowed; consumers strip keys they do not know.
 * @throws Error when the name is not `owner.subject.past-tense.vN`
 */
export function defineFact<T extends FactType, S extends z.ZodType>(
  type: T,
  data: S,
  consumedBy: readonly Consumer[] = [],
): FactKind<T, S> {
  if (!FACT_TYPE.test(type)) throw new Error(`fact name ${type} is not owner.subject.past-tense.vN`);
  return { type, data, consumedBy };
}

/** What the names of a service's facts and of its routing keys begin with. */
export function ownerOf(service: Caller): string {
  return service.replace(/^svc-/, '');
}

/** The service whose facts have a type: their only source. */
export function sourceOf(type: string): Caller {
  return `svc-${type.split('.', 1)[0]}` as Caller;
}

/** CloudEvents 1.0 attributes plus our extensions (all lower case, as CloudEvents asks). */
export const envelopeSchema = z.object({
  specversion: z.literal('1.0'),
  id: z.uuid(),
  source: z.string().min(1),
  type: z.string().regex(FACT_TYPE),
  subject: z.string().min(1),
  time: z.iso.datetime(),
  datacontenttype: z.literal('application/json'),
  /** Grows by one with each change of the subject, so that a consumer can ignore a fact that is older than what it knows. */
  aggregateversion: z.int().min(0),
  correlationid: z.string().min(1),
  causationid: z.string().optional(),
  traceparent: z.string().optional(),
  data: z.unknown(),
});
export type Envelope<D = unknown> = Omit<z.infer<typeof envelopeSchema>, 'data'> & { data: D };

export type FactData<K extends FactKind> = z.infer<K['data']>;

/** A fact as its consumer receives it. */
export type Fact<K extends FactKind> = Envelope<FactData<K>>;
