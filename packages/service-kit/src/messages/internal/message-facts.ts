import { envelopeSchema, type Envelope, type FactKind } from '@concert/contracts/core/envelope';
import type { ConsumeMessage } from 'amqplib';
import { PermanentMessageError } from '../../process/errors.ts';

/** The fact in a message, its data parsed by the schema of its type. @throws PermanentMessageError when it is not of that type */
export function factIn(fact: FactKind, message: ConsumeMessage): Envelope {
  let json: unknown;
  try {
    json = JSON.parse(message.content.toString('utf8'));
  } catch (error) {
    throw new PermanentMessageError('not JSON', { cause: error });
  }
  const envelope = envelopeSchema.safeParse(json);
  if (!envelope.success) throw new PermanentMessageError('not an envelope');
  const data = fact.data.safeParse(envelope.data.data);
  if (!data.success || envelope.data.type !== fact.type) throw new PermanentMessageError('data breaks the schema of its type');
  return { ...envelope.data, data: data.data };
}

/** The id of the fact in a message, if its sender set one. */
export function factIdOf(message: ConsumeMessage): string | undefined {
  const id: unknown = message.properties.messageId;
  return typeof id === 'string' && id !== '' ? id : undefined;
}
