import { SERVICES } from '@concert/machine-kit/rooms';
import { ageInWords } from './age.ts';
import { serviceNamed, type Operation } from './operation.ts';
import { isWaiting, outboxCollection, type OutboxRow } from '@concert/service-kit/messages/outbox.schema';

/** What waits in the outbox of one service, or how much in each. */
export async function outbox(operation: Operation, [service]: readonly string[]): Promise<void> {
  for (const name of service ? [serviceNamed(service)] : SERVICES) {
    const rows = (await operation.database(name)).collection<OutboxRow>(outboxCollection.name);
    const waiting = await rows.countDocuments(isWaiting);
    const oldest = await rows
      .find(isWaiting)
      .sort({ _id: 1 })
      .limit(service ? 50 : 1)
      .toArray();
    operation.say(
      `${name.padEnd(12)} ${waiting} waiting${oldest[0] ? `, the oldest for ${ageInWords(new Date(oldest[0].envelope.time))}` : ''}`,
    );
    if (service)
      for (const { _id, envelope } of oldest)
        operation.say(`  ${_id}  ${envelope.type}  ${envelope.subject}  ${ageInWords(new Date(envelope.time))}`);
  }
}
