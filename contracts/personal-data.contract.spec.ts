import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { FACTS } from './facts.ts';

/** How a field is called that names somebody. */
const NAMES_SOMEBODY = /name|mail$|email|phone|address|street|^ip$|^from$|^to$|reader|message$/i;
/** Fields that only sound so, and the one that does: where an organiser acted from, which svc-booking keeps apart from the audit log's entries. */
const KNOWN = new Set([
  'booking.concert.state-changed.v1 from',
  'booking.concert.state-changed.v1 to',
  'booking.evening.stopped.v1 reader',
]);
const ACTS = /\.act\.recorded\.v1 from$/;

/** Every field name of a JSON schema, at any depth. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, ...rest } = schema as { properties?: Record<string, unknown> };
  return [...Object.keys(properties), ...Object.values(properties).flatMap(fieldsOf), ...Object.values(rest).flatMap(fieldsOf)];
}

describe('facts', () => {
  it('B6-525 carry no name, address or phone number, so no outbox, queue or dead letter has to be searched for an erased person', () => {
    const found = FACTS.flatMap(({ type, data }) =>
      [...new Set(fieldsOf(z.toJSONSchema(data, { io: 'input', unrepresentable: 'any' })))]
        .filter((field) => NAMES_SOMEBODY.test(field))
        .map((field) => `${type} ${field}`),
    );
    expect(found.filter((line) => !KNOWN.has(line) && !ACTS.test(line))).toEqual([]);
  });
});
