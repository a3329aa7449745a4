import { createHash, randomUUID } from 'node:crypto';
import type { Route } from '@concert/contracts/core/route';
import { ROUTES } from '@concert/contracts/routes';
import { makeBuyers } from '@concert/test-kit/buyers';
import { Caller, problemCodeOf, type Answer } from '@concert/test-kit/caller';
import { reserve, SiteClient, valueOf, type Buyer } from '@concert/test-kit/site-client';
import fc from 'fast-check';
import pLimit from 'p-limit';
import type { Experiment, Proof } from '../proof.ts';
import { Site } from '../site/site.ts';
import { requestsOf, type Wire } from './generated-requests.ts';

/*
 * Generated requests over every route of the contracts, sent by everybody there is. No answer may be a fault of the site, come late while
 * nothing else is going on, or tell a buyer or a visitor about somebody else.
 */

const ROLES = { buyer: 'buyer', 'other buyer': 'buyer', organiser: 'organiser', admin: 'admin', door: 'door' } as const;
const PERSONAS = ['anonymous', ...(Object.keys(ROLES) as (keyof typeof ROLES)[]), 'helper link'] as const;
type Persona = (typeof PERSONAS)[number];
/** They see nothing of others. */
const SEES_NOBODY: readonly Persona[] = ['anonymous', 'buyer', 'other buyer'];

const ENDS_SESSION = /^auth[.](signOut|end|erase|change|confirm|signIn|set|remove)/;
const LANES = 12;
/** So many requests with the same people; a proof of who somebody is grows old within a quarter of an hour. */
const EPOCH = 4_000;
const SLOW_MS = 2_000;
const ORDER = { seating: 'General Seating', notickets: 2 } as const;

interface Sent {
  readonly name: string;
  readonly persona: Persona;
  readonly call: Parameters<Caller['send']>[0];
}

class Epoch {
  readonly #proof: Proof;
  readonly #site: Site;
  readonly #caller: Caller;
  readonly #seen: Set<string>;
  readonly #cookies = new Map<Persona, string>();
  /** Ids that exist, and words that routes know. */
  #known: string[] = [];
  /** What nobody but its owner and organisers may read. */
  #secrets: string[] = [];
  /** To be asked again when nothing else is going on. */
  readonly #again: Sent[] = [];

  constructor(proof: Proof, site: Site, caller: Caller, seen: Set<string>) {
    this.#proof = proof;
    this.#site = site;
    this.#caller = caller;
    this.#seen = seen;
  }

  async run(): Promise<void> {
    await this.#gather();
    const { seed, done } = this.#proof.standing;
    const per = Math.ceil(EPOCH / ROUTES.length);
    const persona = fc.oneof(fc.constant('admin' as const), fc.constantFrom(...PERSONAS));
    const waiting = ROUTES.flatMap(({ owner, name, route }, index) =>
      fc
        .sample(fc.tuple(requestsOf(route, this.#known), persona, fc.nat(99)), { numRuns: per, seed: seed + done + index })
        .map(([wire, who, chance]) => ({ name: `${owner}.${name}`, persona: who, call: this.#callOf(route, who, wire, chance) })),
    );
    const shuffled = fc.sample(fc.shuffledSubarray(waiting, { minLength: waiting.length }), { numRuns: 1, seed: seed + done })[0]!;
    // What ends a session comes last, or nobody would be signed in for the rest.
    const order = shuffled.toSorted((one, other) => Number(ENDS_SESSION.test(one.name)) - Number(ENDS_SESSION.test(other.name)));
    await pLimit(LANES).map(order, async (sent) => this.#proof.isOver || this.#send(sent));
    for (const sent of this.#again.splice(0)) await this.#send(sent, true);
  }

  /** People with sessions, and somebody with a booking whom the others may not see. */
  async #gather(): Promise<void> {
    const { auth } = this.#site.databases;
    const site = this.#site.url;
    const roles = Object.entries(ROLES) as [keyof typeof ROLES, string][];
    const [victim, ...people] = (await makeBuyers(auth, 1 + roles.length)) as [Buyer, ...Buyer[]];
    for (const [index, [persona, role]] of roles.entries()) {
      await auth.collection('users').updateOne({ email: people[index]!.email }, { $set: { role } });
      this.#cookies.set(persona, people[index]!.cookie);
    }
    const admin = new SiteClient(site, { cookie: this.#cookies.get('admin')! });
    // There may be so many at a time: those of the people before go.
    for (const { helperId } of valueOf('Helpers', await admin.auth.listHelpers()).helpers)
      await admin.auth.endHelper({ params: { helperId } });
    const { url } = valueOf('A link for a helper', await admin.auth.makeHelperLink({ body: { name: 'Helper' } }));
    const helper = new SiteClient(site);
    valueOf('Opening it', await helper.auth.openHelperLink({ body: { token: url.split('=')[1]! } }));
    this.#cookies.set('helper link', helper.cookie);
    const own = people[0]!;
    const bookings = [await reserve({ site }, victim, ORDER), await reserve({ site }, own, ORDER)];
    const user = await auth.collection<{ _id: string }>('users').findOne({ email: victim.email });
    const session = await auth.collection('sessions').findOne({ userId: user!._id });
    this.#secrets = [victim.email, victim.phoneno!, victim.cookie.split('=')[1]!];
    // No secret is among it: an admin may publish it as the reason of a state, or a person take it as a name.
    this.#known = [...bookings, user!._id, String(session!['sessionId']), own.email, 'h', 'General Seating', '1', randomUUID()];
  }

  #callOf(route: Route, persona: Persona, { params, query, body }: Wire, chance: number): Sent['call'] {
    const text = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
    const path = route.path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(text(params[name])) || '-');
    const search = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, text(value)])).toString();
    const cookie = this.#cookies.get(persona);
    return {
      method: route.method as 'GET',
      path: `${path}${search === '' ? '' : `?${search}`}`,
      headers: {
        origin: chance < 2 ? 'http://elsewhere.example' : this.#site.url,
        ...(cookie ? { cookie } : {}),
        ...(chance < 5 ? {} : { 'idempotency-key': chance < 8 ? 'short' : randomUUID() }),
        ...(chance < 98 ? {} : { 'content-type': 'text/plain' }),
      },
      ...(route.method === 'GET' ? {} : { body: chance === 9 ? text(body).slice(0, -1) : (JSON.stringify(body) ?? '') }),
    };
  }

  async #send(sent: Sent, atRest = false): Promise<void> {
    const begun = performance.now();
    const answer = await this.#caller.send(sent.call).catch((error: unknown) => error as Error);
    const ms = performance.now() - begun;
    if (!atRest) this.#proof.count();
    this.#proof.most('ms at most', ms);
    if (answer instanceof Error) return this.#broken(sent, `no answer: ${answer.message}`);
    this.#proof.figure(`answered ${answer.status}`);
    // Refused for being busy or late: asked again at rest, when it has to be answered in time.
    if (!atRest && (answer.status === 503 || ms > SLOW_MS)) this.#again.push(sent);
    else if (answer.status >= 500) this.#broken(sent, `${answer.status} ${problemCodeOf(answer)}`);
    else if (ms > SLOW_MS) this.#broken(sent, `answered late at rest (${Math.round(ms)} ms)`);
    this.#assertNobody(sent, answer);
  }

  /** An echo of what was sent tells nothing. */
  #assertNobody(sent: Sent, { body, headers }: Answer): void {
    if (!SEES_NOBODY.includes(sent.persona)) return;
    const [told, asked] = [body + JSON.stringify(headers), decodeURIComponent(sent.call.path) + (sent.call.body ?? '')];
    for (const secret of this.#secrets)
      if (told.includes(secret) && !asked.includes(secret)) this.#broken(sent, 'tells about someone else');
  }

  /** Each fault of a route counts once with its request, and further ones as a figure. */
  #broken({ name, persona, call }: Sent, what: string): void {
    const mark = createHash('sha256')
      .update(`${name} ${what.replace(/\d+ ms/, '')}`)
      .digest('base64url');
    if (this.#seen.has(mark)) return this.#proof.figure('repeats of a violation');
    this.#seen.add(mark);
    this.#proof.violation(`${name} as ${persona}: ${what}; ${call.method} ${call.path.slice(0, 400)} ${(call.body ?? '').slice(0, 600)}`);
  }
}

/** Requests made from the contracts. */
export const requests: Experiment = {
  name: 'requests',
  goal: 200_000,
  shows: 'generated requests over every route as everybody: no 5xx, none over 2 s at rest, nothing about someone else',
  lacks: 'the list of own bookings holds those of everyone',
  patch: {
    service: 'svc-booking',
    file: 'svc-booking/src/bookings/mongo-bookings.ts',
    code: 'async ofUser(userId) {',
    into: 'async ofUser() { const userId = { $exists: true };',
  },
  run: (proof) =>
    Site.with(proof, {}, async (site) => {
      const caller = new Caller(site.url, LANES, 30_000);
      const concerts = site.databases.booking.collection('concerts');
      const asSeeded = await concerts.findOne();
      const seen = new Set<string>();
      try {
        while (!proof.isOver) {
          await new Epoch(proof, site, caller, seen).run();
          // An admin may have cancelled the concert, after which little could be tried.
          const { version } = (await concerts.findOne({ _id: asSeeded!._id })) as unknown as { version: number };
          await concerts.replaceOne({ _id: asSeeded!._id }, { ...asSeeded, version: version + 1 });
        }
      } finally {
        caller.close();
      }
      await site.look();
    }),
};
