import type { ClientSession } from '@concert/service-kit/mongo';
import { token } from '@concert/service-kit/provide';

export const CORRECTED_ADDRESSES = token<CorrectedAddresses>('CorrectedAddresses');

/** Addresses that an organiser set right: they count for every later mail of their booking or complimentary entry. */
export interface CorrectedAddresses {
  /** The one that was set right last for any of these. */
  of(subjectIds: readonly string[]): Promise<string | undefined>;
  keep(subjectId: string, email: string, now: Date, transaction: ClientSession): Promise<void>;
}
