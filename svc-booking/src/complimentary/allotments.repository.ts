import type { ComplimentaryCategory } from '@concert/contracts/booking/complimentary';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { Allotment } from './entry.ts';

export const ALLOTMENTS = token<AllotmentsRepository>('AllotmentsRepository');

/** Stores how many tickets each group may give away, apart from the seats that are sold. */
export interface AllotmentsRepository {
  all(transaction?: ClientSession): Promise<Allotment[]>;
  of(group: ComplimentaryCategory, transaction?: ClientSession): Promise<Allotment>;
  /** Takes tickets in one conditional write. @returns undefined when too few are left; nothing is taken then */
  take(group: ComplimentaryCategory, tickets: number, transaction: ClientSession): Promise<Allotment | undefined>;
  /** Gives tickets back. @throws RangeError when fewer were given away: the same tickets would go back twice */
  giveBack(group: ComplimentaryCategory, tickets: number, transaction: ClientSession): Promise<Allotment>;
  /** Sets what a group may give away. @returns undefined when more is already given away; nothing changes then */
  resize(group: ComplimentaryCategory, capacity: number, transaction: ClientSession): Promise<Allotment | undefined>;
}
