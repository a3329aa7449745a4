import { READER_KINDS, type ReaderKind } from '@concert/contracts/booking/reader-messages';
import type { Audience, MessagePurpose, ReadyMade } from '@concert/contracts/notify/message-runs';
import type { HttpAudiencePeople } from './http-audience-people.ts';
import { readyMadeRuns } from './ready-made.ts';
import type { ResolveAudience } from './resolve-audience.ts';

/** People of an audience that are shown by name. */
const NAMES_SHOWN = 100;

/** What an organiser sees before a run is written. Each method throws NeighbourUnavailableError while svc-booking is away. */
export class OfferMessageRuns {
  constructor(
    private readonly audience: ResolveAudience,
    private readonly people: Pick<HttpAudiencePeople, 'concert'>,
    private readonly siteUrl: string,
  ) {}

  async readyMade(): Promise<ReadyMade[]> {
    return readyMadeRuns(await this.people.concert(), this.siteUrl);
  }

  /** How many people an audience has, by kind of reader, and the first of them by name. */
  async count(
    purpose: MessagePurpose,
    audience: Audience,
  ): Promise<{ count: number; readers: { reader: ReaderKind; count: number }[]; people: { name: string; reader: ReaderKind }[] }> {
    const found = await this.audience.resolve(purpose, audience);
    const countOf = (reader: ReaderKind) => found.filter(({ readerKind }) => readerKind === reader).length;
    return {
      count: found.length,
      readers: READER_KINDS.map((reader) => ({ reader, count: countOf(reader) })).filter(({ count }) => count > 0),
      people: [...found]
        .sort((a, b) => a.name.localeCompare(b.name, 'en'))
        .slice(0, NAMES_SHOWN)
        .map(({ name, readerKind }) => ({ name, reader: readerKind })),
    };
  }
}
