import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';

export const CORRECTED_ADDRESSES = token<CorrectedAddresses>('CorrectedAddresses');

/** Addresses that an organiser corrected. They apply to every later mail of their booking or complimentary entry. */
export interface CorrectedAddresses {
  /** The address that was corrected last for any of these. */
  of(subjectIds: readonly string[]): Promise<string | undefined>;
  /** The corrected addresses among these, by booking or entry. */
  ofEach(subjectIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  keep(subjectId: string, email: string, now: Date, transaction: ClientSession): Promise<void>;
}
