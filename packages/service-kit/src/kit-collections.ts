import { idempotencyCollection } from './store/idempotency.schema.ts';
import { inboxCollection } from './messages/inbox.schema.ts';
import { leasesCollection } from './store/lease.schema.ts';
import { migrationsCollection } from './store/internal/migrations.schema.ts';
import { namedPeopleCollection } from './identity/named-people.schema.ts';
import { outboxCollection } from './messages/outbox.schema.ts';

/** What the kit stores in each service's database. */
export const kitCollections = [
  outboxCollection,
  inboxCollection,
  idempotencyCollection,
  leasesCollection,
  migrationsCollection,
  namedPeopleCollection,
] as const;
