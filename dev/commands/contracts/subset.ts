/** The part of JSON Schema that our contracts become. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
}

const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const;
const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'] as const;

function alternatives({ anyOf, oneOf, ...rest }: Schema): readonly Schema[] {
  if (Array.isArray(rest.type)) return (rest.type as readonly string[]).map((type) => ({ ...rest, type }));
  return [...(anyOf ?? []), ...(oneOf ?? [])].map((one) => ({ ...rest, ...one }));
}
const values = ({ enum: listed, const: only }: Schema): readonly unknown[] | undefined =>
  listed ?? (only === undefined ? undefined : [only]);
const shown = (value: unknown): string => JSON.stringify(value);

/**
 * Why a reader of `read` may refuse or misunderstand something that a writer of `written` is allowed to send; empty when it cannot. Each
 * reason begins with the place. Patterns and formats count as different unless they are equal: whether one regular expression covers
 * another is more than a check should guess.
 * @param strips whether the reader drops fields it does not know, as readers of facts and answers do
 */
export function refusals(written: Schema, read: Schema, strips: boolean, place = ''): string[] {
  const at = place || 'the whole';
  if (alternatives(written).length > 0) return alternatives(written).flatMap((one) => refusals(one, read, strips, place));
  if (alternatives(read).length > 0) {
    const tries = alternatives(read).map((one) => refusals(written, one, strips, place));
    return tries.some((reasons) => reasons.length === 0) ? [] : [`${at}: none of the alternatives takes it`];
  }
  if (read.allOf) return read.allOf.flatMap((one) => refusals(written, one, strips, place));

  const reasons: string[] = [];
  const known = values(read);
  if (known) {
    const sent = values(written);
    if (!sent) return [`${at}: is no longer one of ${shown(known)}`];
    const strange = sent.filter((value) => !known.includes(value));
    return strange.length > 0 ? [`${at}: may be ${strange.map(shown).join(', ')}, which is not known`] : [];
  }
  if (read.type !== undefined && read.type !== written.type && !(read.type === 'number' && written.type === 'integer')) {
    return [`${at}: is ${String(written.type ?? 'anything')}, not ${String(read.type)}`];
  }
  for (const bound of LOWER_BOUNDS)
    if (read[bound] !== undefined && (written[bound] ?? -Infinity) < read[bound])
      reasons.push(`${at}: ${bound} is ${written[bound] ?? 'none'}, below ${read[bound]}`);
  for (const bound of UPPER_BOUNDS)
    if (read[bound] !== undefined && (written[bound] ?? Infinity) > read[bound])
      reasons.push(`${at}: ${bound} is ${written[bound] ?? 'none'}, above ${read[bound]}`);
  for (const shape of ['pattern', 'format'] as const)
    if (read[shape] !== undefined && written[shape] !== read[shape]) reasons.push(`${at}: its ${shape} is another`);
  if (read.items) reasons.push(...refusals(written.items ?? {}, read.items, strips, `${place}[]`));
  read.prefixItems?.forEach((item, index) =>
    reasons.push(...refusals(written.prefixItems?.[index] ?? {}, item, strips, `${place}[${index}]`)),
  );

  const sent = written.properties ?? {};
  for (const name of read.required ?? [])
    if (!written.required?.includes(name)) reasons.push(`${place}.${name}: is needed and may be missing`);
  for (const [name, schema] of Object.entries(sent)) {
    const expected = read.properties?.[name];
    if (expected) reasons.push(...refusals(schema, expected, strips, `${place}.${name}`));
    else if (read.additionalProperties === false && !strips) reasons.push(`${place}.${name}: is not known`);
  }
  if (typeof read.additionalProperties === 'object') {
    reasons.push(
      ...refusals(
        typeof written.additionalProperties === 'object' ? written.additionalProperties : {},
        read.additionalProperties,
        strips,
        `${place}.*`,
      ),
    );
  }
  return reasons;
}
