import { randomBytes, randomUUID } from 'node:crypto';
import { FLOW_SECRET_HEADER, SESSION_SECRET_HEADER } from '@concert/contracts/auth/http';
import type { Envelope } from '@concert/contracts/core/envelope';
import { emailKey } from '@concert/contracts/core/fields';
import { CALLER_HEADER, CLIENT_ADDRESS_HEADER, IDENTITY_HEADER, type Identity } from '@concert/contracts/core/identity';
import type { Role } from '@concert/contracts/core/roles';
import { randomIds } from '@concert/service-kit/process/clock';
import { assertDeclaredDocuments } from '@concert/service-kit/store/collection';
import { IdentitySigner } from '@concert/service-kit/identity/identity';
import { kitCollections } from '@concert/service-kit/kit-collections';
import { migrate } from '@concert/service-kit/migrations';
import { collectionOf, Transactions } from '@concert/service-kit/store/mongo';
import { startService, type RunningService } from '@concert/service-kit/service';
import { readSettings } from '@concert/service-kit/process/settings';
import { FakeClock } from '@concert/test-kit/clock';
import { KeyRing } from '@concert/test-kit/keys';
import { assertNoCollectionScans, recordCollectionScans } from '@concert/test-kit/scans';
import { openTestRoom } from '@concert/test-kit/servers';
import { until, untilAnswered, untilReady } from '@concert/test-kit/until';
import mongoose, { type Connection } from 'mongoose';
import { FACTS } from '@concert/contracts/facts';
import { authService } from './app.module.ts';
import { authCollections, authIndexes } from './indexes.ts';
import { Argon2Passwords } from './passwords/argon2-passwords.ts';
import { authSettings } from './settings.ts';
import { MongoUsers } from './users/mongo-users.ts';
import type { UserDocument } from './users/user.schema.ts';
import { AddVerifiedAccounts } from './users/add-verified-accounts.ts';

/** Password of every account that {@link RunningAuth.account} makes. */
export const PASSWORD = 'violet harbour lantern 9';
export const SITE = 'http://localhost:8080';
/** Hashing is slow on purpose, so all these accounts share one hash. */
const passwordHash = new Argon2Passwords().hash(PASSWORD);

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // What it holds is what the test is about.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

export interface AskOptions {
  readonly body?: unknown;
  readonly who?: Identity;
  readonly caller?: IdentitySigner;
  readonly source?: string;
  readonly userAgent?: string;
  readonly flow?: string;
}

/** A real svc-auth on real servers, as the gateway reaches it. */
export class RunningAuth {
  readonly room = openTestRoom();
  readonly clock = FakeClock.ahead();
  readonly lines: string[] = [];
  readonly gateway: IdentitySigner;
  readonly booking: IdentitySigner;
  readonly notify: IdentitySigner;
  readonly keys = new KeyRing(['gateway', 'svc-auth', 'svc-booking', 'svc-notify']);
  /** What the links of mails are made with. */
  readonly linkKey = randomBytes(32).toString('base64url');
  service!: RunningService;
  database!: Connection;
  people = 0;
  readonly #settings: Readonly<Record<string, string>>;

  constructor(settings: Readonly<Record<string, string>> = {}) {
    this.#settings = settings;
    const signer = (name: 'gateway' | 'svc-booking' | 'svc-notify') =>
      new IdentitySigner(name, this.keys.settingsFor(name).IDENTITY_PRIVATE_KEY);
    [this.gateway, this.booking, this.notify] = [signer('gateway'), signer('svc-booking'), signer('svc-notify')];
  }

  async start(): Promise<void> {
    this.database = await mongoose.createConnection(this.room.mongoUrl).asPromise();
    await migrate(this.database, [], authIndexes, () => undefined);
    await recordCollectionScans(this.database, 'svc-auth');
    await this.room.openBroker(FACTS);
    this.service = await this.another();
  }

  /** One more process of the same service. */
  async another(settings: Readonly<Record<string, string>> = {}): Promise<RunningService> {
    const parsed = readSettings(authSettings, {
      ...this.room.settingsOf('svc-auth'),
      ...this.keys.settingsFor('svc-auth'),
      SERVICE_PORT: '0',
      PUBLIC_ORIGIN: SITE,
      LOG_LEVEL: 'debug',
      AUTH_LINK_KEYS: this.linkKey,
      AUTH_MAILS_PER_SOURCE: '1000',
      AUTH_PASSKEYS_DEMANDED: 'false',
      BOOKING_URL: 'http://127.0.0.1:9',
      ...this.#settings,
      ...settings,
    });
    const service = await startService({
      ...authService(parsed),
      clock: this.clock,
      logLines: { write: (line) => void this.lines.push(line) },
    });
    await untilReady(service.url);
    return service;
  }

  async stop(): Promise<void> {
    await this.service?.stop();
    try {
      if (this.database) {
        await assertDeclaredDocuments(this.database, [...kitCollections, ...authCollections]);
        await assertNoCollectionScans(this.database, 'svc-auth');
      }
    } finally {
      await this.database?.close();
      await this.room.close();
    }
  }

  async ask(method: string, path: string, options: AskOptions = {}, url = this.service.url): Promise<Answer> {
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        [CLIENT_ADDRESS_HEADER]: options.source ?? randomUUID(),
        ...(options.userAgent === undefined ? {} : { 'user-agent': options.userAgent }),
        ...(options.flow === undefined ? {} : { [FLOW_SECRET_HEADER]: options.flow }),
        ...(options.who ? { [IDENTITY_HEADER]: await this.gateway.signIdentity(options.who, 'svc-auth') } : {}),
        ...(options.caller ? { [CALLER_HEADER]: await options.caller.signCaller('svc-auth') } : {}),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : {} };
  }

  post(path: string, body: unknown, options: Omit<AskOptions, 'body'> = {}): Promise<Answer> {
    return this.ask('POST', path, { ...options, body });
  }

  signIn(email: string, password = PASSWORD, source?: string, who?: Identity): Promise<Answer> {
    return this.post('/api/auth/sign-in', { email, password }, { ...(source ? { source } : {}), ...(who ? { who } : {}) });
  }

  /** Who stands behind a session's secret, as the gateway asks it. */
  async resolve(secret: string | null): Promise<Identity | null> {
    const answer = await this.ask('POST', '/internal/sessions/resolve', { body: { secrets: [secret] }, caller: this.gateway });
    return answer.body.identities?.[0] ?? null;
  }

  async signedIn(email: string, password = PASSWORD): Promise<{ secret: string; identity: Identity }> {
    const answer = await untilAnswered(() => this.signIn(email, password));
    const secret = answer.headers.get(SESSION_SECRET_HEADER);
    const identity = await this.resolve(secret);
    if (!secret || !identity) throw new Error(`signing in answered ${answer.status}`);
    return { secret, identity };
  }

  /** An address nobody has. */
  address(): string {
    this.people += 1;
    return `Person.${this.people}@Example.org`;
  }

  /** A verified account of its own for a test. */
  async account(over: { role?: Role; verified?: boolean; name?: string; email?: string } = {}): Promise<string> {
    const email = over.email ?? this.address();
    await this.seeding().add([{ email, name: over.name ?? `Person ${this.people}`, password: PASSWORD, role: over.role ?? 'buyer' }]);
    if (over.verified === false) await this.change(email, { emailVerifiedAt: null });
    return email;
  }

  seeding(): AddVerifiedAccounts {
    return new AddVerifiedAccounts(
      new MongoUsers(this.database),
      { hash: () => passwordHash },
      new Transactions(this.database),
      this.clock,
      randomIds,
    );
  }

  users() {
    return collectionOf<UserDocument>(this.database, 'users');
  }

  async user(email: string): Promise<UserDocument | null> {
    return this.users().findOne({ emailKey: emailKey(email) });
  }

  async change(email: string, set: Partial<UserDocument>): Promise<void> {
    await this.users().updateOne({ emailKey: emailKey(email) }, { $set: set });
  }

  /** Facts of a type, oldest first. */
  async facts(type: string, about: object = {}): Promise<Envelope[]> {
    const rows = await collectionOf<{ _id: string; envelope: Envelope }>(this.database, 'outbox')
      .find({ 'envelope.type': type, ...about })
      .sort({ _id: 1 })
      .toArray();
    return rows.map(({ envelope }) => envelope);
  }

  /** Everything that was answered is also done. */
  async settled(): Promise<void> {
    await until('nothing waits to be handled', () => collectionOf(this.database, 'account-requests').countDocuments(), 0);
  }

  /** References and kinds of the mails owed to an address, oldest first. */
  async mails(email: string): Promise<{ mailRef: string; kind: string }[]> {
    await this.settled();
    const user = await this.user(email);
    if (!user) return [];
    return (await this.facts('auth.account-mail.requested.v1', { 'envelope.subject': user._id })).map(
      ({ data }) => data as { mailRef: string; kind: string },
    );
  }

  showMail(mailRef: string, caller = this.notify): Promise<Answer> {
    return this.ask('GET', `/internal/account-mails/${mailRef}`, { caller });
  }

  /** The secret in the newest mail to an address. */
  async token(email: string): Promise<string> {
    const body = await this.words(email);
    const [, token] = String(body.url).split(/#\w+=/);
    if (!token) throw new Error(`the email's words are ${JSON.stringify(body)}`);
    return token;
  }

  /** What the newest mail to an address says. */
  async words(email: string): Promise<Answer['body']> {
    const newest = (await this.mails(email)).at(-1);
    if (!newest) throw new Error('no email is owed to this address');
    return (await untilAnswered(() => this.showMail(newest.mailRef))).body;
  }
}
