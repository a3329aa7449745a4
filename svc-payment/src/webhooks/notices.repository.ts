import type { ClientSession } from '@concert/service-kit/mongo';
import { token } from '@concert/service-kit/provide';
import type { ProviderNotice } from '../provider/payment-provider.ts';

export const NOTICES = token<NoticesRepository>('NoticesRepository');

/** How a notice reached us: sent to us, or found when we looked for those that never came. */
export const NOTICE_VIAS = ['webhook', 'reconciler'] as const;
export type NoticeVia = (typeof NOTICE_VIAS)[number];

/** A stored notice whose effect is owed. */
export interface OwedNotice {
  readonly notice: ProviderNotice;
  readonly via: NoticeVia;
  /** How often it was tried and could not be carried out. */
  readonly tries: number;
}

/** Keeps the provider's notices, each once under its id: first as work that is owed, then as work done. */
export interface NoticesRepository {
  /**
   * Stores notices durably as owed. From then on they are carried out, whatever ends in between.
   * @returns those that were not known before
   */
  keep(notices: readonly ProviderNotice[], via: NoticeVia): Promise<OwedNotice[]>;
  /** Notices to carry out now, oldest first. */
  owed(now: Date, most: number): Promise<OwedNotice[]>;
  /** Which of some notices are not carried out, in the transaction that does so. */
  stillOwed(noticeIds: readonly string[], transaction: ClientSession): Promise<ReadonlySet<string>>;
  /**
   * Notes, in the transaction of their effect, that notices are carried out.
   * @returns how many were not before: none means that the effect is stored already
   */
  done(noticeIds: readonly string[], transaction: ClientSession): Promise<number>;
  /** Notes that notices could not be carried out and are tried again then. */
  putOff(noticeIds: readonly string[], until: Date): Promise<void>;
  /** How many are owed, and since when the oldest. */
  waiting(): Promise<{ count: number; oldest: Date | undefined }>;
}
