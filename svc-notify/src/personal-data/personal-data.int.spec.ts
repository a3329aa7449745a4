import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accountErasedV1 } from '@concert/contracts/auth/events';
import { bookingPseudonymisedV1, complimentaryPseudonymisedV1 } from '@concert/contracts/booking/events';
import { collectionsWithText } from '@concert/test-kit/collections-with-text';
import { ofLength, until } from '@concert/test-kit/until';
import { newId, RunningNotify } from '../running-notify.harness.ts';

const notify = new RunningNotify();

beforeAll(() => notify.start());
afterAll(() => notify.stop());
beforeEach(() => {
  notify.neighbours.away = false;
});

const gone = (texts: readonly string[]) =>
  until('nothing is found', () => collectionsWithText(notify.database, texts), ofLength(0), { withinMs: 20_000 });

/** Somebody who wrote to the organisers. */
async function visitor(): Promise<{ userId: string; email: string; name: string }> {
  const userId = newId('user');
  const [email, name] = [`${userId}@example.org`, `Wilhelmina ${userId}`];
  await notify.ask('POST', '/api/contact-messages', {
    body: { name, email: email.toUpperCase(), subject: 'A lift', message: `I am ${name}` },
  });
  return { userId, email, name };
}

describe('an erased person', () => {
  it('B6-582 has their messages deleted; then svc-auth is told', async () => {
    const [person, other] = [await visitor(), await visitor()];
    expect(await collectionsWithText(notify.database, [person.email, person.name])).toEqual(['concert-2024-contacts']);
    notify.answers.set(`/internal/erasures/${person.userId}`, { email: person.email });
    await notify.tell(accountErasedV1, person.userId, { userId: person.userId });
    await gone([person.email, person.name]);
    await until(
      'svc-auth was told',
      () => notify.neighbours.asked.filter(({ path }) => path === `/internal/erasures/${person.userId}/reports`),
      (asked) => asked.length > 0 && asked[0]!.caller === 'svc-notify',
      { withinMs: 20_000 },
    );
    expect(await collectionsWithText(notify.database, [other.email])).toEqual(['concert-2024-contacts']);
    expect(notify.lines.filter((line) => line.includes(person.email) || line.includes(person.name))).toEqual([]);
  });

  it('B6-582 takes corrected addresses along, of bookings and of complimentary entries', async () => {
    const [bookingId, entryId] = [newId('booking'), newId('complimentary')];
    const addresses = notify.database.collection<{ _id: string; email: string; correctedAt: Date }>('corrected-addresses');
    const row = (_id: string) => ({ _id, email: `corrected.${_id}@example.org`, correctedAt: notify.clock.now() });
    await addresses.insertMany([row(bookingId), row(entryId)]);
    await notify.tell(bookingPseudonymisedV1, bookingId, { bookingId });
    await gone([`corrected.${bookingId}`]);
    await notify.tell(complimentaryPseudonymisedV1, entryId, { entryId });
    await gone([`corrected.${entryId}`]);
  });
});

describe("the file of a person's own data", () => {
  const own = (who: ReturnType<typeof notify.person>) => notify.ask('GET', '/api/own-data', { who });

  function known(who: ReturnType<typeof notify.person>): string {
    const bookingId = newId('booking');
    const at = notify.clock.now().toISOString();
    const { userId: id, email, name, role } = who;
    notify.answers.set(`/internal/account-data/${id}`, {
      profile: { id, email, name, role, address: '', phone: '', note: '', skills: '', availability: '', passwordHash: 'a secret' },
      createdAt: at,
      emailVerifiedAt: at,
      hasPassword: true,
      joinedWithGoogle: false,
      logins: [],
      loginPlaces: [],
      passkeys: [],
    });
    notify.answers.set('/internal/booking-data', {
      bookings: [
        {
          id: bookingId,
          firstname: name,
          lastname: '',
          email,
          phoneno: '(555) 123-4567',
          seating: 'General Seating',
          tickets: 2,
          price: { amountMinor: 5_000, currency: 'USD' },
          status: 'paid',
          createdAt: at,
          history: [],
          acts: [],
          admissions: [],
          source: 'a secret',
        },
      ],
      entries: [],
      waiting: [],
      invitations: [],
    });
    notify.answers.set('/internal/payment-data', { payments: [], refunds: [], disputes: [] });
    return bookingId;
  }

  it('B6-524 puts together what every service keeps, by an allow-list of fields', async () => {
    const who = { ...notify.person('buyer'), email: `own.${newId('user')}@example.org` };
    const bookingId = known(who);
    await notify.ask('POST', '/api/contact-messages', {
      body: { name: 'Own', email: who.email, subject: 'A lift', message: 'Is there one?' },
    });
    await notify.database
      .collection<{ _id: string }>('corrected-addresses')
      .insertOne({ _id: bookingId, email: 'better@example.org', correctedAt: notify.clock.now() } as never);
    const { status, body } = await own(who);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      madeAt: notify.clock.now().toISOString(),
      account: { profile: { email: who.email } },
      bookings: { bookings: [{ id: bookingId }] },
      mails: {
        correctedAddresses: [{ of: bookingId, email: 'better@example.org' }],
        messages: [{ subject: 'A lift' }],
      },
    });
    expect(JSON.stringify(body)).not.toContain('a secret');
  });

  it('B6-524 is refused with the part that is missing while a service is away, within ten seconds', async () => {
    const who = notify.person('buyer');
    known(who);
    notify.neighbours.away = true;
    const began = performance.now();
    const { status, body } = await own(who);
    expect([status, body.code]).toEqual([503, 'notify.own_data_incomplete']);
    expect(body.detail).toMatch(/^What is kept of your \w+ cannot be read at the moment\. Please try again in a minute$/);
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
