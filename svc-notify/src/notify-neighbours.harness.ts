import { setTimeout as pause } from 'node:timers/promises';
import type { AudiencePerson } from '@concert/contracts/booking/audience';
import type { ComplimentaryCategory } from '@concert/contracts/booking/complimentary';
import type { ReaderKind } from '@concert/contracts/booking/reader-messages';
import { CALLER_HEADER } from '@concert/contracts/core/identity';
import { IdentityVerifier } from '@concert/service-kit/identity/identity';
import { NeighbourInTest, refused, type Told } from '@concert/service-kit/neighbour-in-test.harness';
import type { KeyRing } from '@concert/test-kit/keys';

type Neighbour = 'svc-auth' | 'svc-booking' | 'svc-payment';

/** How a neighbour refuses an unknown path. */
const UNKNOWN: Readonly<Record<Neighbour, Told>> = {
  'svc-auth': refused(410, 'auth.link_expired'),
  'svc-booking': refused(404, 'booking.not_found'),
  'svc-payment': refused(404, 'booking.not_found'),
};

export const AUDIENCE = '/internal/audience';
/** People in one answer; the real one answers more. */
export const AUDIENCE_PAGE = 50;

/** Somebody who holds a booking or an entry, with what an audience is chosen by. */
interface Holder {
  readonly person: AudiencePerson;
  readonly status?: string;
  readonly seating?: string;
  readonly group?: ComplimentaryCategory;
  readonly inside?: boolean;
  readonly since?: string;
}

export type HolderOptions = Omit<Partial<Holder>, 'person'> & { readonly email?: string; readonly disputed?: true };

const GROUP_OF: Readonly<Partial<Record<ReaderKind, ComplimentaryCategory>>> = {
  'family guest': 'h',
  'VIP guest': 'v',
  'friends guest': 'f',
};

interface AudienceQuestion {
  readonly buyers?: { readonly statuses: readonly string[]; readonly seatings: readonly string[] };
  readonly guests?: readonly string[];
  readonly inside?: boolean;
  readonly booking?: string;
  readonly nextDate?: boolean;
  readonly cursor?: string;
}

const APPROVALS = '/internal/approvals';
const TICKET_RENEWALS = '/internal/ticket-renewals';
/** Under which path the mail of a booking is asked for. */
export const ticketMailPath = (bookingId: string) => `/internal/ticket-mails/${bookingId}`;

function ownerOf(path: string): Neighbour {
  if (
    /^\/internal\/(account-mails|account-data|erasures)\//.test(path) ||
    ['/internal/people', '/internal/organisers', APPROVALS].includes(path)
  )
    return 'svc-auth';
  return path.startsWith('/internal/refunds/') || path === '/internal/payment-data' || path === '/internal/money-differences'
    ? 'svc-payment'
    : 'svc-booking';
}

/** The neighbours of svc-notify, all played by one server. */
export class NotifyNeighbours {
  /** Answers of their internal routes, by path; any other path is refused. */
  readonly answers = new Map<string, unknown>();
  /** Who holds bookings and entries, by id. */
  readonly holders = new Map<string, Holder>();
  /** The concert as mails name it. */
  concert: unknown;
  /** Whether no neighbour answers. */
  away = false;
  /** The requests they got, with the caller of each. */
  readonly asked: { readonly path: string; readonly caller: string | undefined }[] = [];
  /** Big actions that were asked about, with who wants them; nobody does one until it is approved. */
  readonly wanted: { readonly userId: string; readonly action: Record<string, unknown> }[] = [];
  approves = true;
  /** What happens while somebody is asked to approve. */
  whileAsked: () => Promise<unknown> = () => Promise.resolve();
  /** What answers about people of an audience wait for. */
  beforePeople: Promise<void> = Promise.resolve();
  /** How long an answer about people of an audience takes while more of them are to come. */
  pageMs = 0;
  /** How long replacing tickets takes. */
  renewalMs = 0;
  /** Whose tickets were replaced, and on whose behalf. */
  readonly renewed: { readonly of: string; readonly by: string; readonly key?: string }[] = [];
  /** Whose tickets admit somebody once they are replaced. */
  readonly admitting = new Set<string>();
  readonly #verifiers: Readonly<Record<Neighbour, IdentityVerifier>>;
  readonly #server = new NeighbourInTest(async ({ url: path = '', headers }, body) => {
    const owner = ownerOf(path);
    this.asked.push({ path, caller: await this.#verifiers[owner].caller(String(headers[CALLER_HEADER])) });
    if (this.away) return undefined;
    if (path.endsWith('/reports')) return { status: 204 };
    const found = await this.#answerTo(path, body);
    if (found) return { status: 200, body: found };
    return path === APPROVALS ? refused(409, 'request.approval_refused') : UNKNOWN[owner];
  });

  constructor(keys: KeyRing) {
    const verifier = (owner: Neighbour) =>
      new IdentityVerifier(owner, JSON.parse(keys.settingsFor(owner).IDENTITY_PUBLIC_KEYS) as Record<string, string[]>);
    this.#verifiers = {
      'svc-auth': verifier('svc-auth'),
      'svc-booking': verifier('svc-booking'),
      'svc-payment': verifier('svc-payment'),
    };
  }

  /** Somebody with a booking or entry, who is told of in audiences. */
  hold(
    of: AudiencePerson['of'],
    reader: ReaderKind,
    { email = `holder.${of}@example.org`, disputed, ...over }: HolderOptions,
  ): AudiencePerson {
    const person: AudiencePerson = {
      of,
      reader,
      name: `Reader ${of.slice(-4)}`,
      email,
      phone: '(555) 123-4567',
      ...(disputed ? { disputed } : {}),
    };
    const group = GROUP_OF[reader];
    const chosenBy = group
      ? { group }
      : reader === 'next date'
        ? {}
        : { status: reader === 'buyer' ? 'paid' : 'refunded', seating: 'General Seating' };
    this.holders.set(of, { person, ...chosenBy, ...over });
    return person;
  }

  listen(): Promise<string> {
    return this.#server.listen();
  }

  async #answerTo(path: string, body: string): Promise<unknown> {
    if (path === APPROVALS) {
      this.wanted.push(JSON.parse(body) as (typeof this.wanted)[number]);
      await this.whileAsked();
      return this.approves ? { granted: true } : undefined;
    }
    if (path === AUDIENCE) return this.#audience(JSON.parse(body) as AudienceQuestion);
    if (path.startsWith(`${AUDIENCE}/people/`)) {
      await this.beforePeople;
      const holder = this.holders.get(path.split('/').at(-1)!);
      if (!holder) return undefined;
      const bookings = [...this.holders.values()]
        .filter(({ person, status }) => person.email === holder.person.email && status !== undefined)
        .map(({ person, status, seating = 'General Seating', since = new Date().toISOString() }) => ({
          ...{ id: person.of, seating, tickets: 2, status, since },
        }));
      const { of, reader } = holder.person;
      const leave = reader === 'next date' ? { leaveUrl: `https://concert.test/waiting?ref=${of}&ref2=C1.leave` } : {};
      return { ...holder.person, bookings, ...leave, concert: this.concert };
    }
    if (path !== TICKET_RENEWALS) return this.answers.get(path);
    const { of, by, key } = JSON.parse(body) as { of: string; by: string; key?: string };
    this.renewed.push({ of, by, ...(key === undefined ? {} : { key }) });
    await pause(this.renewalMs);
    return { admits: this.admitting.has(of) };
  }

  async #audience({ buyers, guests = [], inside, booking, nextDate, cursor = '0' }: AudienceQuestion) {
    const chosen = [...this.holders.values()].filter(
      (one) =>
        (inside === undefined || (one.inside ?? false) === inside) &&
        (one.person.of === booking ||
          (nextDate && one.person.reader === 'next date') ||
          guests.includes(one.group ?? '') ||
          (buyers?.statuses.includes(one.status ?? '') && buyers.seatings.includes(one.seating ?? ''))),
    );
    const end = Number(cursor) + AUDIENCE_PAGE;
    const people = chosen.slice(Number(cursor), end).map(({ person }) => person);
    if (chosen.length > end) await pause(this.pageMs);
    return { people, ...(chosen.length > end ? { next: String(end) } : {}) };
  }

  get url(): string {
    return this.#server.url;
  }

  close(): void {
    this.#server.close();
  }
}
