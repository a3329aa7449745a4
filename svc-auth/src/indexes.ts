import { accountRequestIndexes } from './accounts/mongo-account-requests.repository.ts';
import { flowIndexes } from './google/mongo-flows.repository.ts';
import { linkIndexes } from './links/mongo-links.repository.ts';
import { sessionIndexes } from './sessions/mongo-sessions.repository.ts';
import { attemptIndexes } from './login-throttle/mongo-attempts.repository.ts';
import { userIndexes } from './users/mongo-users.repository.ts';

/** Every index of svc-auth's database; each stands beside the collection it serves. */
export const authIndexes = [...userIndexes, ...sessionIndexes, ...attemptIndexes, ...linkIndexes, ...accountRequestIndexes, ...flowIndexes];
