import { sourceOf } from '@concert/contracts/core/envelope';
import type { ConsumeMessage, GetMessage, Options } from 'amqplib';
import { PermanentMessageError } from '../../process/errors.ts';
import { HEADER_PUBLISHER, headersForCopy, isAccountOfService, type QueueNames, type Topology } from '../topology.ts';

/** A message whose publisher is not the only service that may say such a thing. It goes to the dead letters at once. */
export class WrongPublisherError extends PermanentMessageError {}

/** No account of any service. It is named in copies, because a copy without a name would count as published by its consumer. */
const NOBODY = 'unknown';

/**
 * The account that published a message, or the original of a copy. The broker refuses a `userId` that is not the account of its connection.
 * Copies, which wait for a retry or are dead letters, are published by their consumer or by an operator, and these name the publisher of
 * the original in a header. The same header from another service means nothing.
 * @param account of the consumer
 * @returns `unknown` when the publisher did not say who it is
 */
export function publisherOf({ properties }: ConsumeMessage | GetMessage, account: string): string {
  const userId = properties.userId as string | undefined;
  if (!userId) return NOBODY;
  if (userId !== account && isAccountOfService(userId)) return userId;
  const original: unknown = properties.headers?.[HEADER_PUBLISHER];
  return typeof original === 'string' ? original : userId;
}

/** The id of the dead letter that a message from the wrong publisher becomes; the same however often it is sent back. */
export function refusedIdOf({ properties }: ConsumeMessage): string {
  return `refused-${String(properties.messageId ?? '').replace(/^refused-/, '')}`;
}

/** With what a copy of a message is published to one of its consumer's queues. @param userId the account that publishes it */
export function optionsOfCopy(
  message: ConsumeMessage | GetMessage,
  { account }: QueueNames,
  userId: string,
  headers: Readonly<Record<string, unknown>>,
): Options.Publish {
  return {
    persistent: true,
    userId,
    messageId: message.properties.messageId as string | undefined,
    contentType: message.properties.contentType as string | undefined,
    headers: { ...headersForCopy({ ...message.properties.headers, ...headers }), [HEADER_PUBLISHER]: publisherOf(message, account) },
  };
}

/**
 * Makes sure on receipt that a message was published by the service that owns its type: the broker checks no routing key when it moves a dead
 * letter or follows a binding of exchanges.
 * @param account of the consumer
 * @param source whom its envelope names; checked where it is known
 * @throws WrongPublisherError
 */
export function assertOwner(
  names: Topology,
  message: ConsumeMessage,
  type: string,
  account: string,
  source: string = sourceOf(type),
): void {
  const owner = sourceOf(type);
  if (publisherOf(message, account) === names.account(owner) && source === owner) return;
  throw new WrongPublisherError('its publisher is not the owner of its type');
}
