import type { doorRoutes } from '@concert/contracts/booking/door';
import { sealHolders, termKey, termsOfHolder, type NamedHolder, type TermKey } from '@concert/contracts/booking/name-seal';
import type { AnswerOf } from '@concert/contracts/core/route';
import { unknownCursor } from '@concert/service-kit/cursor';
import type { ConcertRepository } from '../concert/concert.repository.ts';
import type { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import type { HolderNamesRepository, TicketHolder } from './holder-names.repository.ts';
import { LIST_CURSOR, type ShowDoor } from './show-door.ts';

const HOLDERS_A_PAGE = 200;
/** Terms whose keys are kept: making one takes a millisecond. */
const MAX_TERMS = 50_000;

/** The name list of a door. Nothing in it is readable without the letters or digits that somebody at the door says. */
export class ShowNames {
  private salt = '';
  private readonly keys = new Map<string, TermKey>();

  constructor(
    private readonly holders: HolderNamesRepository,
    private readonly door: ShowDoor,
    private readonly concert: ConcertRepository,
    private readonly signer: TicketSigner,
  ) {}

  /** A page of the list. @throws DomainError `request.invalid` for a cursor that this list did not issue */
  async list(cursor: string | undefined): Promise<AnswerOf<typeof doorRoutes.showNameList>> {
    if (cursor !== undefined && !LIST_CURSOR.test(cursor)) throw unknownCursor();
    const [{ holders, next }, { startsAt }, listMark] = await Promise.all([
      this.holders.page(cursor, HOLDERS_A_PAGE),
      this.concert.current(),
      this.door.listMark(),
    ]);
    const salt = `${startsAt.toISOString()}.${this.signer.publicKeys[0]?.id ?? ''}`;
    const items: { tag: string; sealed: string }[] = [];
    for (const [term, named] of this.byTerm(holders)) {
      // One after the other: keys made side by side would keep everything else of this process from its threads.
      const key = await this.keyOf(term, salt);
      items.push({ tag: key.tag, sealed: await sealHolders(key, named) });
    }
    // In the order of what says nothing, and not of the bookings.
    items.sort((one, other) => (one.tag < other.tag ? -1 : 1));
    return { salt, listMark, items, ...(next === undefined ? {} : { next }) };
  }

  private byTerm(holders: readonly TicketHolder[]): Map<string, NamedHolder[]> {
    const terms = new Map<string, NamedHolder[]>();
    for (const { holder, name, phone, ticketIds } of holders) {
      const named: NamedHolder = { holder, name, ticketHashes: ticketIds.map((id) => this.signer.ticketHash(id)) };
      for (const term of termsOfHolder(name, phone)) {
        const already = terms.get(term);
        if (already) already.push(named);
        else terms.set(term, [named]);
      }
    }
    return terms;
  }

  private async keyOf(term: string, salt: string): Promise<TermKey> {
    if (salt !== this.salt || this.keys.size >= MAX_TERMS) this.keys.clear();
    this.salt = salt;
    const known = this.keys.get(term);
    if (known) return known;
    const made = await termKey(term, salt);
    this.keys.set(term, made);
    return made;
  }
}
