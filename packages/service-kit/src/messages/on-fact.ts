import type { Fact, FactKind } from '@concert/contracts/core/envelope';
import { EventPattern, Payload } from '@nestjs/microservices';

type Method = (...args: never[]) => unknown;

/* Typed as a function, because for methods the compiler compares parameters both ways. */
type MustBe<M extends Method, K extends FactKind> = ((...args: Parameters<M>) => unknown) extends (fact: Fact<K>) => unknown
  ? unknown
  : { readonly 'must be': (fact: Fact<K>) => unknown };

/**
 * Marks a method as handler of a fact. Its parameter is the whole envelope, its data already validated; the compiler refuses a method that
 * takes another fact.
 * @param purpose names the queue (`svc-x.purpose`): one purpose, one queue, so that one failing flow stops no other
 */
export function OnFact<K extends FactKind>(
  kind: K,
  purpose: string,
): <M extends Method>(target: object, name: string, method: TypedPropertyDescriptor<M> & MustBe<M, K>) => void {
  return (target, name, method) => {
    Payload()(target, name, 0);
    EventPattern<string[]>([kind.type], { purpose, fact: kind })(target, name, method);
  };
}
