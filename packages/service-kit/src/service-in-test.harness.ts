import type { Caller } from '@concert/contracts/core/route';
import { CALLER_HEADER, IDENTITY_HEADER, type Identity } from '@concert/contracts/core/identity';
import { FACTS } from '@concert/contracts/facts';
import { Neighbours } from '@concert/test-kit/broker';
import { KeyRing } from '@concert/test-kit/keys';
import { numberedPerson } from '@concert/test-kit/numbered';
import { assertNoCollectionScans, recordCollectionScans } from '@concert/test-kit/scans';
import { openTestRoom } from '@concert/test-kit/servers';
import { untilReady } from '@concert/test-kit/until';
import mongoose, { type Connection } from 'mongoose';
import { IdentitySigner } from './identity/identity.ts';
import { kitCollections } from './kit-collections.ts';
import { migrate, type Migration } from './migrations.ts';
import type { Clock } from './process/clock.ts';
import { startService, type RunningService, type ServiceDefinition } from './service.ts';
import { assertDeclaredDocuments } from './store/collection.ts';
import { Schedules } from './store/schedules.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  // What it holds is what the test is about.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

export interface Call {
  readonly body?: unknown;
  /** A body that is sent as it is. */
  readonly raw?: string;
  /** Somebody who is signed in. */
  readonly who?: Identity;
  /** The neighbour that calls. */
  readonly caller?: IdentitySigner;
  /** The Idempotency-Key. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A service in this process, on real servers, called as the gateway, its neighbours and the broker call it. */
export class ServiceInTest {
  readonly room = openTestRoom();
  readonly lines: string[] = [];
  readonly keys = new KeyRing(['gateway', 'svc-auth', 'svc-booking', 'svc-payment', 'svc-notify']);
  readonly gateway = this.signer('gateway');
  service!: RunningService;
  database!: Connection;
  people = 0;
  protected readonly owners = new Neighbours(this.room);
  readonly #name: Exclude<Caller, 'gateway'>;
  readonly #collections: Parameters<typeof assertDeclaredDocuments>[1];

  /** @param collections what it stores beside what the kit does */
  constructor(name: Exclude<Caller, 'gateway'>, collections: Parameters<typeof assertDeclaredDocuments>[1]) {
    this.#name = name;
    this.#collections = collections;
  }

  signer(name: Caller): IdentitySigner {
    return new IdentitySigner(name, this.keys.settingsFor(name).IDENTITY_PRIVATE_KEY);
  }

  /** Opens the servers that a process needs. @param scans whether queries that no index serves are noted */
  protected async openServers(indexes: ServiceDefinition['indexes'], migrations: readonly Migration[] = [], scans = true): Promise<void> {
    this.database = await mongoose.createConnection(this.room.mongoUrl).asPromise();
    await migrate(this.database, migrations, indexes, () => undefined);
    if (scans) await recordCollectionScans(this.database, this.#name);
    await this.room.openBroker(FACTS);
  }

  /** Settings that every process has. */
  protected settingsOfAll(): Record<string, string> {
    const own = { SERVICE_PORT: '0', PUBLIC_ORIGIN: 'http://localhost:8080', LOG_LEVEL: 'debug' };
    return { ...this.room.settingsOf(this.#name), ...this.keys.settingsFor(this.#name), ...own };
  }

  /** Starts a process. */
  protected async startProcess(definition: ServiceDefinition, clock: Clock): Promise<RunningService> {
    const service = await startService({ ...definition, clock, logLines: { write: (line) => void this.lines.push(line) } });
    await untilReady(service.url);
    return service;
  }

  /** @throws Error when a document has more than its schema declares, or a query was served by no index */
  protected async closeServers(): Promise<void> {
    await this.owners.close();
    try {
      if (this.database) {
        await assertDeclaredDocuments(this.database, [...kitCollections, ...this.#collections]);
        await assertNoCollectionScans(this.database, this.#name);
      }
    } finally {
      await this.database?.close();
      await this.room.close();
    }
  }

  /** A new person who has just signed in. */
  person(role: Identity['role'] = 'buyer', over: Partial<Identity> = {}): Identity {
    return numberedPerson((this.people += 1), { role, ...over });
  }

  async send(method: string, path: string, { who, caller, key, headers, ...sent }: Call = {}, url = this.service.url): Promise<Answer> {
    const body = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(who ? { [IDENTITY_HEADER]: await this.gateway.signIdentity(who, this.#name) } : {}),
        ...(caller ? { [CALLER_HEADER]: await caller.signCaller(this.#name) } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = response.headers.get('content-type')?.includes('json') ? bytes.toString() : '';
    return { status: response.status, headers: response.headers, bytes, body: text ? (JSON.parse(text) as unknown) : {} };
  }

  /** Runs a schedule now. */
  run(task: string, { app } = this.service): Promise<void> {
    return app.get(Schedules).runNow(task);
  }
}
