import { token } from '@concert/service-kit/provide';
import type { AuditHead } from './audit-head.ts';

export const AUDIT_HEADS = token<AuditHeadsRepository>('AuditHeadsRepository');

/** Stores signed heads: they are added and read, never changed or removed. */
export interface AuditHeadsRepository {
  /** @throws Error when there is a head of this number */
  add(head: AuditHead): Promise<void>;
  last(): Promise<AuditHead | undefined>;
  /** Oldest first. */
  all(): Promise<AuditHead[]>;
}
