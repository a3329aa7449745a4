import { SEATINGS } from '@concert/contracts/booking/seating';
import { describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { currentAddress, currentState, person, typeInto } from '@concert/web-kit/testing/screen.tsx';
import { refusal, type Answers } from '@concert/web-kit/testing/site.ts';
import { serverNow } from '@concert/web-kit/server-clock.ts';
import { BOOKING_ID, buyer, concertView, paymentPage, type routes } from '../testing/booking.tsx';
import { fillIn, leaveSite, openForm, placedBooking, press, setUpReservation, valueOf } from '../testing/reservation.tsx';

setUpReservation();

const inMinutes = (minutes: number) => new Date(serverNow() + minutes * 60_000).toISOString();
const REQUEST = 'a-request-that-stays-in-this-tab';
const held = { notickets: 2, amount: 5_000, currency: 'USD', holdEndsAt: inMinutes(10) } as const;
const mailed = (request = REQUEST) => ({ message: 'sent', request, expiresAt: inMinutes(10) });
const ANSWERS: Answers<typeof routes> = {
  holdSeats: held,
  requestSignInCode: mailed(),
  useSignInCode: { session: buyer, message: 'Sign in successful' },
  listSeatsHeldForYou: [],
  checkSignInCode: { usedAt: null },
};

/** A visitor fills the form in and presses its button; ends at the code. */
async function ask(answers: Answers<typeof routes> = {}, category?: string) {
  const shown = await openForm({ as: null, answers: { ...ANSWERS, ...answers } });
  if (category) fireEvent.click(screen.getByRole('radio', { name: new RegExp(category) }));
  typeInto('Name', 'Meera Raghavan');
  typeInto('Email', buyer.email);
  typeInto('Phone Number', '(555) 123-4567');
  typeInto('No. of Tickets', '2');
  press();
  await screen.findByLabelText('Code');
  return shown;
}

const atThePaymentPage = () => waitFor(() => expect(leaveSite).toHaveBeenCalledWith('https://pay.example/c/1'));

describe('B5-538 somebody who is signed out', () => {
  it('keeps what is typed when it turns out late that they are signed in', async () => {
    const { becomes } = await openForm({ as: null });
    typeInto('Name', '梅拉');
    await becomes(buyer);
    expect(['Name', 'Email'].map(valueOf)).toEqual(['梅拉', buyer.email]);
    await becomes(person('buyer', { userId: `us_${'1'.repeat(26)}` as typeof buyer.userId, name: 'Another person' }));
    expect(valueOf('Name')).toBe('Another person');
  });

  it('fills in the whole form, is led to what is missing, and has seats held and a code mailed by one press', async () => {
    const { site } = await openForm({ as: null, answers: ANSWERS });
    press();
    expect(document.activeElement?.textContent).toContain('Email is required');
    expect(site.to('holdSeats')).toEqual([]);
    typeInto('Name', 'Meera Raghavan');
    typeInto('Phone Number', '(555) 123-4567');
    press();
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    typeInto('Email', buyer.email);
    typeInto('No. of Tickets', '2');
    press();
    expect(await screen.findByRole('heading', { level: 1, name: 'Type the code we emailed you' })).toBe(document.activeElement);
    const [hold] = site.to('holdSeats');
    expect(hold?.body).toMatchObject({ firstname: 'Meera Raghavan', email: buyer.email, notickets: 2, amount: 5_000 });
    expect(hold?.body.hold_secret).toMatch(/^[0-9a-f]{32}$/);
    expect(hold?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(site.to('requestSignInCode').map(({ body }) => body)).toEqual([{ email: buyer.email, nav: 'rys', request: expect.any(String) }]);
    expect(screen.getByRole('timer').textContent).toMatch(/^Kept for (10:00|9:\d\d)$/);
    const field = screen.getByLabelText<HTMLInputElement>('Code');
    expect([field.autocomplete, field.inputMode, field.maxLength]).toEqual(['one-time-code', 'numeric', -1]);
  });

  it('goes to pay as soon as the sixth digit stands, pasted with spaces, and nothing is left in the tab', async () => {
    const { site } = await ask();
    typeInto('Code', ' 12 34 5');
    expect(site.to('useSignInCode')).toEqual([]);
    typeInto('Code', '123 456');
    await atThePaymentPage();
    expect(site.to('useSignInCode').map(({ body }) => body)).toEqual([{ request: REQUEST, code: '123456' }]);
    const { hold_secret: _secret, ...typed } = site.to('holdSeats')[0]!.body;
    expect(site.to('reserve').map(({ body }) => body)).toEqual([typed]);
    expect(site.to('createPayment')[0]?.body).toMatchObject({ userbookingid: BOOKING_ID, notickets: 2, email: buyer.email });
    expect({ ...localStorage }).toMatchObject({ name: 'Meera Raghavan', amount: '50.00', userbookingid: BOOKING_ID });
    expect(Object.keys(sessionStorage)).toEqual(['concert-hold-secret']);
  });

  it('is told how many tries are left, with room for the next', async () => {
    const { site } = await ask({
      useSignInCode: refusal('auth.code_refused', { detail: 'This is not the code in the email. 4 tries are left' }),
    });
    press('Go on to pay');
    expect(screen.getByText('Please type the six digits from the email')).toBeTruthy();
    typeInto('Code', '123456');
    expect(await screen.findByText('This is not the code in the email. 4 tries are left')).toBeTruthy();
    expect([valueOf('Code'), document.activeElement]).toEqual(['', screen.getByLabelText('Code')]);
    typeInto('Code', '1');
    expect(screen.queryByText(/4 tries are left/)).toBeNull();
    expect(site.to('reserve')).toEqual([]);
  });

  it('has another code sent for one that is spent, and the seats held as long as that one', async () => {
    const { site } = await ask({
      requestSignInCode: [mailed(), mailed('another-request-in-this-tab')],
      useSignInCode: [refusal('auth.code_spent'), { session: buyer, message: '' }],
    });
    typeInto('Code', '123456');
    expect((await screen.findByRole('alert')).textContent).toContain('This code no longer works.');
    press('Send again');
    expect(await screen.findByText('A new code is on its way. Earlier codes still work.')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    typeInto('Code', '654321');
    await atThePaymentPage();
    expect(site.to('useSignInCode').at(-1)?.body).toEqual({ request: 'another-request-in-this-tab', code: '654321' });
    expect(new Set(site.to('holdSeats').map(({ body }) => body.hold_secret)).size).toBe(1);
    expect(site.to('holdSeats')).toHaveLength(2);
  });

  it('B1-526 finds the code waiting after a reload, and can use another address with all that was typed and chosen, in the place of the first hold', async () => {
    const { site } = await ask({}, 'Preferred');
    cleanup();
    // What is held for them is no longer left for others.
    const again = await openForm({ as: null, answers: ANSWERS, concert: concertView({}, { 'Preferred Seating': 0 }) });
    expect(screen.getByLabelText('Code')).toBeTruthy();
    press('Use another address');
    expect(['Name', 'Email', 'Phone Number'].map(valueOf)).toEqual(['Meera Raghavan', buyer.email, '(555) 123-4567']);
    expect([screen.getByRole<HTMLInputElement>('radio', { name: /Preferred/ }).checked, valueOf('No. of Tickets')]).toEqual([true, '2']);
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    typeInto('Email', 'raghavan@example.org');
    press();
    await screen.findByLabelText('Code');
    const holds = [...site.to('holdSeats'), ...again.site.to('holdSeats')].map(({ body }) => body);
    expect(holds.map(({ seating }) => seating)).toEqual(['Preferred Seating', 'Preferred Seating']);
    expect(new Set(holds.map(({ hold_secret: secret }) => secret)).size).toBe(1);
  });

  it('is told on the form when no seats could be held', async () => {
    const { site } = await openForm({ as: null, answers: { ...ANSWERS, holdSeats: refusal('booking.seats_unavailable') } });
    typeInto('Name', 'Meera');
    typeInto('Email', buyer.email);
    typeInto('Phone Number', '(555) 123-4567');
    press();
    expect((await screen.findByRole('alert')).textContent).toContain('There are not enough seats left');
    expect(site.to('requestSignInCode')).toEqual([]);
    expect(valueOf('Email')).toBe(buyer.email);
  });

  it.each(['booking.sign_in_first', 'request.too_many'] as const)(
    'reserves after the code where too many seats are held for people nobody knows (%s)',
    async (code) => {
      const { site } = await ask({ holdSeats: refusal(code) });
      expect(screen.getByText(/your seats are held as soon as you type the code/)).toBeTruthy();
      typeInto('Code', '123456');
      await atThePaymentPage();
      expect(site.to('reserve')).toHaveLength(1);
    },
  );

  it('B5-641 is told within seconds that the link was opened elsewhere, also where a code is typed after it, and can go on here', async () => {
    const usedAt = inMinutes(1);
    const { site } = await ask({ checkSignInCode: [{ usedAt: inMinutes(-60) }, { usedAt }] });
    expect(await screen.findByRole('heading', { name: 'Confirmed. You are paying in another window' }, { timeout: 5_000 })).toBe(
      document.activeElement,
    );
    expect(screen.queryByRole('timer')).toBeNull();
    expect(screen.getByRole('link', { name: 'Go on here' }).getAttribute('href')).toBe('/login?nav=rys');
    expect(site.to('checkSignInCode').map(({ body }) => body)).toEqual([{ request: REQUEST }, { request: REQUEST }]);
    cleanup();
    sessionStorage.clear();
    await ask({ checkSignInCode: [{ usedAt: null }, { usedAt }], useSignInCode: refusal('auth.code_spent') });
    typeInto('Code', '123456');
    expect(await screen.findByRole('heading', { name: /^Confirmed/ })).toBeTruthy();
  });

  it('is asked for a passkey on the login page where the account has one, and comes back from there', async () => {
    const { refreshes } = await ask({ useSignInCode: { session: null, awaits: 'passkey', message: '' } });
    typeInto('Code', '123456');
    await waitFor(() => expect(currentAddress()).toBe('/login?nav=rys'));
    expect(refreshes()).toBe(1);
    cleanup();
    const { site } = await openForm({ answers: ANSWERS });
    await atThePaymentPage();
    expect(site.to('reserve')).toHaveLength(1);
  });
});

describe('B5-539 seats held for somebody who comes signed in', () => {
  const byMail = { pathname: '/reserve-your-seat', state: { byMail: true } };
  const heldHere = {
    ...held,
    name: 'Mallory',
    seating: 'Premium Seating',
    amount: 50_000,
    holdEndsAt: '2999-07-13T22:30:00.000Z',
  } as const;

  it('B1-527 are shown with the name that was typed where the link of the mail was opened: nobody is sent to pay unasked, and what they type counts', async () => {
    const { site } = await openForm({
      answers: { ...ANSWERS, listSeatsHeldForYou: [heldHere], reserve: placedBooking({ amount: 100_000 }) },
      at: byMail,
      // Full for everybody else.
      concert: concertView({}, Object.fromEntries(SEATINGS.map((seating) => [seating, 0]))),
    });
    const notice = (await screen.findByRole('heading', { name: 'Seats are held for you' })).closest('section, div')!.parentElement!;
    expect(notice.textContent).toMatch(/2 tickets in Premium Seating, \$500\.00, in the name of Mallory, until/);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Premium/ }).checked).toBe(true);
    expect([valueOf('Name'), valueOf('Phone Number'), valueOf('No. of Tickets')]).toEqual([buyer.name, '', '2']);
    expect([site.to('reserve'), leaveSite.mock.calls]).toEqual([[], []]);
    typeInto('Phone Number', '(555) 123-4567');
    press();
    await atThePaymentPage();
    expect(site.to('reserve')[0]?.body).toMatchObject({
      firstname: buyer.name,
      phoneno: '(555) 123-4567',
      seating: 'Premium Seating',
      notickets: 2,
    });
    // What a browser goes back to.
    expect(currentState()).toBeNull();
    cleanup();
    const again = await openForm({ answers: ANSWERS });
    expect(again.site.to('listSeatsHeldForYou')).toEqual([]);
  });

  it('are left for seats of the account that was signed in with instead', async () => {
    await ask();
    cleanup();
    const { site } = await openForm({ answers: ANSWERS, as: person('buyer', { email: 'raghavan@example.org' }) });
    await atThePaymentPage();
    expect(site.to('reserve')[0]?.body.email).toBe('raghavan@example.org');
  });
});

describe('B5-540 name and phone number', () => {
  const profile = { id: buyer.userId, role: buyer.role, email: buyer.email, address: '', note: '', skills: '', availability: '' };

  it('go into a profile that has none, once', async () => {
    const { site } = await openForm({ answers: { showProfile: { ...profile, name: '', phone: '' } } });
    fillIn();
    press();
    await atThePaymentPage();
    const { address, note, skills, availability } = profile;
    expect(site.to('saveProfile').map(({ body }) => body)).toEqual([
      { name: 'Meera Raghavan', phone: '(555) 123-4567', address, note, skills, availability },
    ]);
  });

  it('stay as they are in a profile that has them, and keep nobody from paying', async () => {
    const { site } = await openForm({ answers: { showProfile: { ...profile, name: 'Meera', phone: '(555) 222-8890' } } });
    typeInto('No. of Tickets', '2');
    press();
    await atThePaymentPage();
    expect(site.to('saveProfile')).toEqual([]);
    cleanup();
    leaveSite.mockClear();
    await openForm({ answers: { showProfile: 'unreachable', createPayment: paymentPage } });
    fillIn();
    press();
    await atThePaymentPage();
  });
});
