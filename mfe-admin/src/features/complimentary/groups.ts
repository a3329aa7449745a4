import { complimentaryRoutes, type ComplimentaryCategory } from '@concert/contracts/booking/complimentary';
import { groupTexts } from './texts.ts';

/** What differs between the three screens; everything else is shared. */
export const GROUPS = {
  h: { words: groupTexts.family, add: complimentaryRoutes.addFamilyMember, lobes: 5 },
  v: { words: groupTexts.vip, add: complimentaryRoutes.addVip, lobes: 9 },
  f: { words: groupTexts.friends, add: complimentaryRoutes.addFriendOrFamily, lobes: 6 },
} as const satisfies Record<ComplimentaryCategory, unknown>;
