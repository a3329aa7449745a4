import { indexesOf } from '@concert/service-kit/store/collection';
import { windowCountsCollection } from '@concert/service-kit/store/window-counts.schema';
import { accountRequestsCollection } from './accounts/account-request.schema.ts';
import { approvalRulesCollection, approvalsCollection } from './approvals/approval.schema.ts';
import { erasuresCollection } from './erasures/erasure.schema.ts';
import { flowsCollection } from './google/flow.schema.ts';
import { helperLinksCollection } from './helper-links/helper-link.schema.ts';
import { allowancesCollection } from './mail-budget/allowance.schema.ts';
import { linksCollection } from './links/link.schema.ts';
import { loginPlacesCollection } from './login-places/login-place.schema.ts';
import { attemptsCollection, placesCollection } from './login-throttle/attempts.schema.ts';
import { challengesCollection } from './passkeys/challenge.schema.ts';
import { passkeysCollection } from './passkeys/passkey.schema.ts';
import { sessionsCollection } from './sessions/session.schema.ts';
import { turnsCollection } from './turns/turn.schema.ts';
import { usersCollection } from './users/user.schema.ts';

/** Everything svc-auth stores; start reading there. */
export const authCollections = [
  usersCollection,
  turnsCollection,
  sessionsCollection,
  helperLinksCollection,
  passkeysCollection,
  challengesCollection,
  approvalsCollection,
  approvalRulesCollection,
  linksCollection,
  flowsCollection,
  accountRequestsCollection,
  allowancesCollection,
  windowCountsCollection,
  attemptsCollection,
  placesCollection,
  loginPlacesCollection,
  erasuresCollection,
] as const;

/** Every index of svc-auth's database; each stands with the collection it serves. */
export const authIndexes = indexesOf(authCollections);
