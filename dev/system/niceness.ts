/**
 * Who gives way to whom where the processor is short, as nice values (sched(7)): nobody waits before the gateway, which tells people to come
 * back later; what finishes orders comes next; where orders begin comes last, so that no more are begun than are finished
 * (docs/load.md). Stand-ins give way to nobody, because what they stand for runs elsewhere.
 */
export const NICENESS: Readonly<Partial<Record<string, number>>> = {
  mongodb: 10,
  rabbitmq: 10,
  'svc-auth': 10,
  'svc-payment': 10,
  'svc-notify': 10,
  'svc-booking': 13,
};
