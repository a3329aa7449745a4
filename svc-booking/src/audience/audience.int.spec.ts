import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { AudiencePerson } from '@concert/contracts/booking/audience';
import { RunningBooking } from '../running-booking.harness.ts';

const booking = new RunningBooking();
const seatings = ['General Seating', 'Preferred Seating', 'Premium Seating', 'VIP Seating'];
const list = async (body: Record<string, unknown>) =>
  (await booking.ask('POST', '/internal/audience', { caller: booking.notify, body })).body as { people: AudiencePerson[]; next?: string };

async function everybody(body: Record<string, unknown>): Promise<AudiencePerson[]> {
  const people: AudiencePerson[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ ...body, ...(cursor === undefined ? {} : { cursor }) });
    people.push(...page.people);
    cursor = page.next;
  } while (cursor !== undefined);
  return people;
}

async function guest(path: string): Promise<string> {
  const who = booking.person('organiser');
  const body = { email: who.email, name: 'Vera Guest', email2: `vera.${randomUUID()}@example.org`, phoneno: '', notickets: 1 };
  return (await booking.ask('POST', path, { who, key: randomUUID(), body })).body.id as string;
}

beforeAll(() => booking.start(), 60_000);
afterAll(() => booking.stop());

describe('B2-611 an audience', () => {
  it('holds buyers by state and category and guests by group, each as the reader they are', async () => {
    const [pays, waits] = [booking.person(), booking.person()];
    const paid = await booking.paid(pays);
    const pending = await booking.reserved(waits, { seating: 'VIP Seating', notickets: 2 });
    const vip = await guest('/api/vip-requests');
    const friend = await guest('/api/friends-and-family-requests');
    const revoked = await guest('/api/vip-requests');
    await booking.ask('POST', `/api/complimentary-entries/${revoked}/revoke`, { who: booking.person('organiser') });
    const of = async (question: Record<string, unknown>) => (await everybody(question)).map((one) => [one.of, one.reader]);
    expect(await of({ buyers: { statuses: ['paid', 'pending'], seatings }, guests: ['v', 'f'] })).toEqual(
      expect.arrayContaining([
        [paid, 'buyer'],
        [pending, 'buyer without money'],
        [vip, 'VIP guest'],
        [friend, 'friends guest'],
      ]),
    );
    expect(await of({ buyers: { statuses: ['paid', 'pending'], seatings: ['VIP Seating'] } })).toEqual([[pending, 'buyer without money']]);
    expect(await of({ guests: ['v'] })).toEqual([[vip, 'VIP guest']]);
    expect(await of({ booking: paid })).toEqual([[paid, 'buyer']]);
    expect(await list({ booking: paid })).toMatchObject({ people: [{ name: pays.name, email: pays.email, phone: '(555) 123-4567' }] });
  });

  it('can be those who are inside, or those who are not', async () => {
    const who = booking.person();
    const [inside, outside] = [await booking.paid(who), await booking.paid(booking.person())];
    const [ticket] = (await booking.ask('GET', `/api/ticket-bookings/${inside}`, { who })).body.tickets as { code: string }[];
    await booking.scan(ticket!.code);
    const paid = { buyers: { statuses: ['paid'], seatings } };
    const [within, without] = [await everybody({ ...paid, inside: true }), await everybody({ ...paid, inside: false })];
    expect(within.map(({ of }) => of)).toEqual([inside]);
    expect(without.map(({ of }) => of)).toContain(outside);
    expect(without.map(({ of }) => of)).not.toContain(inside);
  });

  it('is told one by one with the concert and all bookings of the account, and to svc-notify alone', async () => {
    const who = booking.person();
    const paid = await booking.paid(who);
    const reserved = await booking.reserved(who, { seating: 'VIP Seating' });
    const path = (of: string) => `/internal/audience/people/${of}`;
    const { body: told } = await booking.ask('GET', path(paid), { caller: booking.notify });
    expect(told).toMatchObject({ of: paid, email: who.email, concert: { title: 'Music for Meditation Concert' } });
    expect(told.bookings).toHaveLength(2);
    expect(told.bookings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: reserved, status: 'pending', seating: 'VIP Seating', tickets: 2 }),
        expect.objectContaining({ id: paid, status: 'paid' }),
      ]),
    );
    for (const nobody of [`bk_${'0'.repeat(26)}`, `cp_${'9'.repeat(26)}`])
      expect((await booking.ask('GET', path(nobody), { caller: booking.notify })).body.code).toBe('booking.not_found');
    for (const caller of [{ caller: booking.payment }, { who: booking.person('organiser') }, {}]) {
      expect((await booking.ask('GET', path(paid), caller)).status).toBe(404);
      expect((await booking.ask('POST', '/internal/audience', { body: {}, ...caller })).status).toBe(404);
    }
    const wrong = { guests: ['v'], cursor: 'bm90IG9uZQ' };
    expect((await booking.ask('POST', '/internal/audience', { caller: booking.notify, body: wrong })).body.code).toBe('request.invalid');
  });
});
