import type { FactKind } from '@concert/contracts/core/envelope';
import { EventPattern } from '@nestjs/microservices';

/**
 * Marks a method as handler of a fact. The method gets the whole envelope, its data already validated.
 * @param purpose names the queue (`svc-x.purpose`): one purpose, one queue, so that one poisoned flow stops no other
 */
export function OnFact(fact: FactKind, purpose: string): MethodDecorator {
  return EventPattern<string[]>([fact.type], { purpose, fact });
}
