import { complimentaryRoutes, type ComplimentaryCategory } from '@concert/contracts/booking/complimentary';
import { texts } from '../../texts.ts';

/** What differs between the three screens; everything else is one engine. */
export const GROUPS = {
  h: { words: texts.family, add: complimentaryRoutes.addFamilyMember, lobes: 5 },
  v: { words: texts.vip, add: complimentaryRoutes.addVip, lobes: 9 },
  f: { words: texts.friends, add: complimentaryRoutes.addFriendOrFamily, lobes: 6 },
} as const satisfies Record<ComplimentaryCategory, unknown>;
