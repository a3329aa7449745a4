import { randomUUID } from 'node:crypto';
import { defineFact, type Envelope, type Fact } from '@concert/contracts/core/envelope';
import { identitySchema } from '@concert/contracts/core/identity';
import { defineProblems } from '@concert/contracts/core/problem';
import { defineRoutes } from '@concert/contracts/core/route';
import { Controller, Inject, Injectable, Module } from '@nestjs/common';
import { z } from 'zod';
import { currentContext } from '@concert/service-kit/process/context';
import type { IndexSpec } from '@concert/service-kit/store/collection';
import { DomainError } from '@concert/service-kit/process/errors';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Inbox } from '@concert/service-kit/messages/inbox';
import type { InboxResult } from '@concert/service-kit/store/outcome';
import { Log } from '@concert/service-kit/process/log';
import { collectionOf, MONGO, Transactions, type Connection } from '@concert/service-kit/store/mongo';
import { OnFact } from '@concert/service-kit/messages/on-fact';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { startService, type RunningService, type ServiceDefinition } from '@concert/service-kit/service';
import { readSettings, serviceSettings } from '@concert/service-kit/process/settings';
import { Steering } from './steering.ts';

/* A service of one small feature, to prove the kit with. */

export const thingMadeV1 = defineFact('notify.thing.made.v1', z.object({ name: z.string(), number: z.int() }), [
  'svc-notify.count',
  'svc-notify.greet',
  'svc-booking.starts-late',
]);

/** A fact of the probe, as svc-notify says it. */
export function thingMade(name: string, id: string = randomUUID()): Envelope {
  return {
    specversion: '1.0',
    id,
    source: 'svc-notify',
    type: thingMadeV1.type,
    subject: name,
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    aggregateversion: 1,
    correlationid: id,
    data: { name, number: 1 },
  };
}
/** Somebody must hear it, and nobody listens until a test does. */
export const thingSoldV1 = defineFact('notify.thing.sold.v1', z.object({ name: z.string() }), ['svc-notify']);

export const probeProblems = defineProblems('probe', { 'probe.too_many': { status: 409, title: 'There are too many things' } });

export const probeRoutes = defineRoutes({
  echo: {
    request: 'POST /api/echo',
    summary: 'Says it back',
    access: 'public',
    body: z.strictObject({
      text: z.string({ error: 'Text is required' }).min(1, { error: 'Text is required' }),
      count: z.int().default(1),
    }),
    query: z.object({ loud: z.enum(['yes', 'no']).optional() }),
    answer: z.object({ text: z.string(), count: z.int(), loud: z.string(), signedIn: z.boolean(), correlationId: z.string() }),
  },
  who: { request: 'GET /api/who', summary: 'Who asks', access: 'session', answer: identitySchema },
  organise: { request: 'GET /api/organise', summary: 'For organisers', access: 'organiser' },
  administer: { request: 'GET /api/administer', summary: 'For admins', access: 'admin' },
  inside: {
    request: 'GET /internal/things/:number',
    summary: 'For one neighbour',
    callers: ['svc-booking'],
    params: z.object({ number: z.string().regex(/^[0-9]+$/) }),
    answer: z.object({ number: z.string() }),
    problems: ['probe.too_many'],
  },
  make: {
    request: 'POST /api/things',
    summary: 'Makes a thing and says so',
    access: 'public',
    status: 201,
    body: z.strictObject({ name: z.string(), sold: z.boolean().default(false) }),
    answer: z.object({ number: z.int() }),
  },
  buy: {
    request: 'POST /api/buy',
    summary: 'Needs a key',
    access: 'session',
    body: z.strictObject({}),
    answer: z.object({ key: z.string() }),
    idempotencyKey: 'required',
  },
  fail: { request: 'GET /api/fail/:how', summary: 'Fails', access: 'public', params: z.object({ how: z.string() }) },
  wait: { request: 'GET /api/wait', summary: 'Answers when it is let', access: 'public', answer: z.object({ done: z.boolean() }) },
});

interface Thing {
  _id: string;
  number: number;
}

@Injectable()
class MakeThing {
  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  async make(name: string, sold: boolean): Promise<{ number: number }> {
    return this.transactions.run(async (session) => {
      const things = collectionOf<Thing>(this.connection, 'things');
      const number = (await things.countDocuments({}, { session })) + 1;
      await things.insertOne({ _id: name, number }, { session });
      await this.outbox.record(session, [
        this.outbox.fact(thingMadeV1, name, 1, { name, number }),
        ...(sold ? [this.outbox.fact(thingSoldV1, name, 2, { name })] : []),
      ]);
      return { number };
    });
  }
}

type In = CallsOf<typeof probeRoutes>;
type Out = AnswersOf<typeof probeRoutes>;

@Controller()
class ProbeController {
  constructor(
    private readonly makeThing: MakeThing,
    private readonly steering: Steering,
    private readonly log: Log,
  ) {}

  @Handles(probeRoutes.echo)
  echo({ body, query, who }: In['echo']): Out['echo'] {
    this.log.info('echo', { count: body.count, reason: 'asked', text: body.text, email: 'anna@example.org' } as never);
    return { ...body, loud: query.loud ?? 'unset', signedIn: who !== undefined, correlationId: currentContext()?.correlationId ?? 'none' };
  }

  @Handles(probeRoutes.who)
  who({ who }: In['who']): Out['who'] {
    return who;
  }

  @Handles(probeRoutes.organise)
  organise(): void {
    return undefined;
  }

  @Handles(probeRoutes.administer)
  administer(): void {
    return undefined;
  }

  @Handles(probeRoutes.inside)
  inside({ params }: In['inside']): Out['inside'] {
    if (params.number === '99') throw new DomainError('probe.too_many');
    return { number: params.number };
  }

  @Handles(probeRoutes.make)
  make({ body }: In['make']): Promise<Out['make']> {
    return this.makeThing.make(body.name, body.sold);
  }

  @Handles(probeRoutes.buy)
  buy({ key }: In['buy']): Out['buy'] {
    return { key };
  }

  @Handles(probeRoutes.fail)
  fail({ params }: In['fail']): void {
    if (params.how === 'refused') throw new DomainError('probe.too_many', { detail: 'No more than that' });
    if (params.how === 'gone') throw new DomainError('request.not_found');
    if (params.how === 'wrapped') throw new Error('outer', { cause: new DomainError('probe.too_many') });
    if (params.how === 'unlisted') throw new DomainError('elsewhere.secret_code', { detail: 'secret detail' });
    throw new Error('secret text with anna@example.org');
  }

  @Handles(probeRoutes.wait)
  async wait(): Promise<Out['wait']> {
    this.steering.attempt('wait');
    await this.steering.gate;
    return { done: true };
  }
}

@Controller()
class ProbeFactsHandler {
  private readonly greetTogether: (fact: Fact<typeof thingMadeV1>) => Promise<InboxResult>;

  constructor(
    private readonly inbox: Inbox,
    private readonly steering: Steering,
    @Inject(MONGO) private readonly connection: Connection,
  ) {
    this.greetTogether = inbox.together<Fact<typeof thingMadeV1>>('greet', async (group, session) => {
      const names = group.map(({ message }) => message.data.name);
      await collectionOf<{ _id: string; effects: number }>(this.connection, 'greetings').bulkWrite(
        names.map((_id) => ({ updateOne: { filter: { _id }, update: { $inc: { effects: 1 } }, upsert: true } })),
        { session },
      );
    });
  }

  @OnFact(thingMadeV1, 'count')
  async count(fact: Fact<typeof thingMadeV1>): Promise<void> {
    const { name } = fact.data;
    const attempt = this.steering.attempt(name);
    await this.steering.behave(name, attempt);
    await this.inbox.once('count', fact, async (session) => {
      await collectionOf<{ _id: string; order: number; effects: number }>(this.connection, 'counts').updateOne(
        { _id: name },
        { $inc: { effects: 1 } },
        { upsert: true, session },
      );
      await collectionOf<{ name: string }>(this.connection, 'order').insertOne({ name }, { session });
    });
  }

  /** A second purpose for the same fact has its own queue and its own inbox note; its messages are handled in groups. */
  @OnFact(thingMadeV1, 'greet')
  async greet(fact: Fact<typeof thingMadeV1>): Promise<InboxResult> {
    const handled = await this.greetTogether(fact);
    await this.steering.greeted(fact.data.name);
    return handled;
  }
}

@Module({ controllers: [ProbeController, ProbeFactsHandler], providers: [MakeThing, Steering] })
class ProbeModule {}

export const probeIndexes: readonly IndexSpec[] = [
  { collection: 'things', name: 'uq_number', key: { number: 1 }, options: { unique: true }, serves: 'each number once' },
];

/** Short waits, so that a failing message reaches its end within a test. */
export const RETRIES_MS = [150, 300, 600] as const;

export function startProbe(env: Record<string, string>, over: Partial<ServiceDefinition> = {}): Promise<RunningService> {
  const settings = readSettings(serviceSettings, { SERVICE_PORT: '0', PUBLIC_ORIGIN: 'http://localhost:8080', LOG_LEVEL: 'debug', ...env });
  return startService({
    name: 'svc-notify',
    settings,
    problems: probeProblems,
    modules: [ProbeModule],
    indexes: probeIndexes,
    retryDelaysMs: RETRIES_MS,
    ...over,
  });
}
