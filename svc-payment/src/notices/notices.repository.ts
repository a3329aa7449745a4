import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { ProviderNotice } from '../provider/payment-provider.ts';

export const NOTICES = token<NoticesRepository>('NoticesRepository');

/** How a notice reached us: sent by the provider, or found when we searched for missed ones. */
export const NOTICE_SOURCES = ['webhook', 'reconciler'] as const;
export type NoticeSource = (typeof NOTICE_SOURCES)[number];

/** A stored notice that has not been followed. */
export interface PendingNotice {
  readonly notice: ProviderNotice;
  readonly via: NoticeSource;
  /** How many tries to follow it have failed. */
  readonly tries: number;
}

/** Stores the provider's notices, each once under its id: first as owed, then as done. */
export interface NoticesRepository {
  /** Stores notices as owed: they will be followed, even if this process dies. @returns those that were not known before */
  keep(notices: readonly ProviderNotice[], via: NoticeSource): Promise<PendingNotice[]>;
  /** Notices to follow now, oldest first. */
  owed(now: Date, most: number): Promise<PendingNotice[]>;
  /** Those of some notices that are not done, in the transaction that follows them. */
  stillOwed(noticeIds: readonly string[], transaction: ClientSession): Promise<ReadonlySet<string>>;
  /** Marks notices as done, in the transaction of their effect. @returns how many were not: with none, the effect is stored already */
  done(noticeIds: readonly string[], transaction: ClientSession): Promise<number>;
  /** Puts off notices that could not be followed, until a later try. */
  defer(noticeIds: readonly string[], until: Date): Promise<void>;
  /** How many are owed, and since when the oldest. */
  waiting(): Promise<{ count: number; oldest: Date | undefined }>;
}
