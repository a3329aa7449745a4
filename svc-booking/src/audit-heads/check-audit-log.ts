import type { AuditRepository, ChainState } from '../audit-log/audit.repository.ts';
import type { AuditHead, HeadSigner } from './audit-head.ts';
import type { AuditHeadsRepository } from './audit-heads.repository.ts';

/**
 * What is wrong with a log. `chain`: an entry does not follow from those before it. `rewritten`: every entry follows from those before it,
 * but they are not those that a head was signed for. `forged`: nobody with our key signed a head. `removed`: a head is gone.
 */
export type AuditLogFault = 'chain' | 'rewritten' | 'forged' | 'removed';

export interface AuditLogState extends ChainState {
  /** There is one exactly when there is a `brokenAt`: from that entry on, nothing proves the log. */
  readonly fault?: AuditLogFault;
  /** The newest head. */
  readonly head?: AuditHead;
}

/** Checks the audit log: each entry against those before it, and the whole against the heads that were signed meanwhile. */
export class CheckAuditLog {
  constructor(
    private readonly audit: AuditRepository,
    private readonly heads: AuditHeadsRepository,
    private readonly signer: HeadSigner,
  ) {}

  /** @param kept heads from outside the database, as a backup holds them: each must still be there, and true */
  async check(kept: readonly AuditHead[] = []): Promise<AuditLogState> {
    // Heads before entries: what is added meanwhile comes after all of them.
    const stored = await this.heads.all();
    const chain = await this.audit.verify();
    const head = stored.at(-1);
    const state = { ...chain, ...(head ? { head } : {}) };
    if (chain.brokenAt !== undefined) return { ...state, fault: 'chain' };
    const hashes = await this.audit.hashesOf([...stored, ...kept].map((one) => one.entries));
    let proven = 0;
    for (const [index, one] of stored.entries()) {
      const fault = this.faultOf(one, hashes, stored[index - 1], one === head);
      if (fault) return { ...state, brokenAt: proven + 1, fault };
      proven = one.entries;
    }
    const outside = keptFault(kept, stored, hashes);
    return outside ? { ...state, ...outside } : state;
  }

  private faultOf(
    head: AuditHead,
    hashes: ReadonlyMap<number, string>,
    before: AuditHead | undefined,
    isNewest: boolean,
  ): AuditLogFault | undefined {
    if (head.number !== (before?.number ?? 0) + 1 || head.previous !== (before?.signature ?? '')) return 'removed';
    const verdict = this.signer.verdictOf(head);
    // A key that was taken out leaves heads behind; a newer one covers them, because it is signed for all entries.
    if (verdict === 'forged' || (verdict === 'unknown key' && isNewest)) return 'forged';
    return isAt(head, hashes) ? undefined : 'rewritten';
  }
}

/** Whether the log had this head, and still has what it had then. */
function isAt({ entries, hash }: AuditHead, hashes: ReadonlyMap<number, string>): boolean {
  return (entries === 0 ? '' : hashes.get(entries)) === hash;
}

/** What heads from outside the database say against it. */
function keptFault(
  kept: readonly AuditHead[],
  stored: readonly AuditHead[],
  hashes: ReadonlyMap<number, string>,
): Required<Pick<AuditLogState, 'brokenAt' | 'fault'>> | undefined {
  const sorted = [...kept].sort((a, b) => a.number - b.number);
  const untrue = sorted.findIndex((head) => !isAt(head, hashes));
  if (untrue >= 0) return { brokenAt: (sorted[untrue - 1]?.entries ?? 0) + 1, fault: 'rewritten' };
  const gone = sorted.findIndex(({ number, signature }) => stored[number - 1]?.signature !== signature);
  return gone >= 0 ? { brokenAt: (sorted[gone - 1]?.entries ?? 0) + 1, fault: 'removed' } : undefined;
}
