import type { ComplimentaryCategory } from '@concert/contracts/booking/complimentary';
import { bookingApi } from '../../clients.ts';
import { texts } from '../../texts.ts';

/** What differs between the three screens; everything else is one engine. */
export const GROUPS = {
  h: { words: texts.family, add: bookingApi.addFamilyMember, lobes: 5 },
  v: { words: texts.vip, add: bookingApi.addVip, lobes: 9 },
  f: { words: texts.friends, add: bookingApi.addFriendOrFamily, lobes: 6 },
} as const satisfies Record<ComplimentaryCategory, unknown>;
