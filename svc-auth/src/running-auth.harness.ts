import { randomBytes, randomUUID } from 'node:crypto';
import { FLOW_SECRET_HEADER, SESSION_SECRET_HEADER } from '@concert/contracts/auth/http';
import type { Envelope } from '@concert/contracts/core/envelope';
import { emailKey } from '@concert/contracts/core/fields';
import { CLIENT_ADDRESS_HEADER, type Identity } from '@concert/contracts/core/identity';
import type { Role } from '@concert/contracts/core/roles';
import { randomIds } from '@concert/service-kit/process/clock';
import { collectionOf, Transactions } from '@concert/service-kit/store/mongo';
import type { RunningService } from '@concert/service-kit/service';
import { ServiceInTest, type Answer, type Call } from '@concert/service-kit/service-in-test.harness';
import { readSettings } from '@concert/service-kit/process/settings';
import { FakeClock } from '@concert/test-kit/clock';
import { until, untilAnswered } from '@concert/test-kit/until';
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

export interface AskOptions extends Omit<Call, 'headers'> {
  readonly source?: string;
  readonly userAgent?: string;
  readonly flow?: string;
}

/** A real svc-auth on real servers, as the gateway reaches it. */
export class RunningAuth extends ServiceInTest {
  readonly clock = FakeClock.ahead();
  readonly booking = this.signer('svc-booking');
  readonly notify = this.signer('svc-notify');
  /** What the links of mails are made with. */
  readonly linkKey = randomBytes(32).toString('base64url');
  readonly #settings: Readonly<Record<string, string>>;

  constructor(settings: Readonly<Record<string, string>> = {}) {
    super('svc-auth', authCollections);
    this.#settings = settings;
  }

  async start(): Promise<void> {
    await this.openServers(authIndexes);
    this.service = await this.another();
  }

  /** One more process of the same service. */
  another(settings: Readonly<Record<string, string>> = {}): Promise<RunningService> {
    const parsed = readSettings(authSettings, {
      ...this.settingsOfAll(),
      AUTH_LINK_KEYS: this.linkKey,
      AUTH_MAILS_PER_SOURCE: '1000',
      AUTH_PASSKEYS_DEMANDED: 'false',
      BOOKING_URL: 'http://127.0.0.1:9',
      ...this.#settings,
      ...settings,
    });
    return this.startProcess(authService(parsed), this.clock);
  }

  async stop(): Promise<void> {
    await this.service?.stop();
    await this.closeServers();
  }

  ask(method: string, path: string, { source = randomUUID(), userAgent, flow, ...call }: AskOptions = {}, url?: string): Promise<Answer> {
    const headers = {
      [CLIENT_ADDRESS_HEADER]: source,
      ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
      ...(flow === undefined ? {} : { [FLOW_SECRET_HEADER]: flow }),
    };
    return this.send(method, path, { ...call, headers }, url);
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

  /** Somebody as the gateway tells of them once they have signed in, for what looks at no session: a password takes long to check. */
  async identityOf(email: string, role?: Role): Promise<Identity> {
    const { _id: userId, name, role: own } = (await this.user(email))!;
    return this.person(role ?? own, { userId, name, email, signedInAt: this.clock.now().toISOString() });
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
