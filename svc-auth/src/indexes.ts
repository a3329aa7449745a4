import { sessionIndexes } from './sessions/mongo-sessions.repository.ts';
import { failureIndexes } from './slowing/mongo-failures.repository.ts';
import { userIndexes } from './users/mongo-users.repository.ts';

/** Every index of svc-auth's database; each stands beside the collection it serves. */
export const authIndexes = [...userIndexes, ...sessionIndexes, ...failureIndexes];
