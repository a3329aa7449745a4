import { describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import jsQR from 'jsqr';
import { DRAWN_PNG, standInForCanvas } from '@concert/web-kit/testing/browser.ts';
import { person, typeInto } from '@concert/web-kit/testing/screen.tsx';
import { rawAnswer, refusal } from '@concert/web-kit/testing/site.ts';
import { lookupLink } from '../features/payment-page/use-payment-page.ts';
import { PROFILE_CALL } from '../features/reservation/use-buyer-form.ts';
import { BOOKING_ID, concertView, routes } from '../testing/booking.tsx';
import {
  chooseOption,
  fillIn,
  leaveSite,
  openForm,
  placedBooking,
  press,
  profile,
  setUpReservation,
  valueOf,
} from '../testing/reservation.tsx';

setUpReservation();

describe('the reservation screen', () => {
  it('S2-86 B5-555 offers the four categories with what each is, its price and what is left', async () => {
    await openForm({ concert: concertView({}, { 'General Seating': 214, 'Premium Seating': 4, 'VIP Seating': 0 }) });
    const cards = within(screen.getByRole('group', { name: 'Seating' })).getAllByRole<HTMLInputElement>('radio');
    const facts = cards.map((card) => document.getElementById(card.getAttribute('aria-describedby') ?? '')?.textContent);
    expect(cards.map((card) => document.getElementById(card.getAttribute('aria-labelledby') ?? '')?.textContent)).toEqual([
      'General',
      'Preferred',
      'Premium',
      'VIP Seating',
    ]);
    expect(facts).toEqual([
      'Seats behind the other categories $25 per ticket, up to 6214 left',
      'Nearer to the stage than General $500 for up to 4 seats, $125 a seat when you take 4100 left',
      'Nearer to the stage than Preferred $1,000 for up to 6 seats, about $167 a seat when you take 6Only 4 seats left',
      'The first rows, at the stage $2,500 for up to 6 seats, about $417 a seat when you take 6Sold out',
    ]);
    expect(cards.map((card) => card.disabled)).toEqual([false, false, false, true]);
  });

  it('S2-88 S4-26 names the chosen seating in its heading, lights it in the plan of the hall and resets the form with it', async () => {
    await openForm();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Reserve Your Seat : General Seating');
    typeInto('No. of Tickets', '5');
    expect(valueOf('Amount (USD)')).toBe('125.00');
    chooseOption('Preferred');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Reserve Your Seat : Preferred Seating');
    const plan = within(screen.getByRole('img', { name: /: VIP Seating, Premium, Preferred, General\. You have chosen Preferred\.$/ }));
    expect(['Preferred', 'General'].map((label) => plan.getByText(label).closest('.lit') !== null)).toEqual([true, false]);
    expect([valueOf('No. of Tickets'), valueOf('Amount (USD)')]).toEqual(['4', '500.00']);
    chooseOption('General');
    expect([valueOf('No. of Tickets'), valueOf('Amount (USD)')]).toEqual(['1', '25.00']);
  });

  it('B5-555 says beside the sum for how many seats a price is that is not by the ticket, and how many are taken', async () => {
    await openForm();
    const summary = within(screen.getByRole('complementary'));
    expect(summary.queryByText(/for this price/)).toBeNull();
    chooseOption('Preferred');
    typeInto('No. of Tickets', '1');
    expect(summary.getByText('Up to 4 seats for this price. You have chosen 1.')).toBeTruthy();
  });

  it('S2-91 has a field for the phone number, which takes what is typed and sends it', async () => {
    const { site } = await openForm();
    const field = screen.getByLabelText<HTMLInputElement>('Phone Number');
    expect([field.value, field.name, field.type, field.readOnly, field.disabled]).toEqual(['', 'phoneno', 'tel', false, false]);
    fireEvent.change(field, { target: { value: '415.867.5309' } });
    expect(field.value).toBe('415.867.5309');
    typeInto('No. of Tickets', '2');
    press();
    await waitFor(() => expect(leaveSite).toHaveBeenCalled());
    expect(site.to('reserve')[0]?.body).toMatchObject({ phoneno: '(415) 867-5309' });
  });

  it('adds a gift to the sum before anything is reserved and sends it with the seats, only where the concert takes gifts', async () => {
    const gift = 'Add a gift to the welfare work (USD)';
    await openForm();
    expect(screen.queryByLabelText(gift)).toBeNull();
    cleanup();
    const { site } = await openForm({ answers: { reserve: placedBooking({ giftMinor: 2_000 }) }, concert: concertView({ gifts: true }) });
    fillIn();
    typeInto(gift, '20.5');
    press();
    expect(screen.getByText('Gift must be whole dollars, for example 20')).toBeTruthy();
    typeInto(gift, '20');
    const summary = within(screen.getByRole('complementary')).getAllByText(/^\$/);
    expect(summary.map(({ textContent }) => textContent)).toEqual(['$50.00', '$20.00', '$70.00 USD']);
    press();
    await waitFor(() => expect(leaveSite).toHaveBeenCalled());
    expect(site.to('reserve')[0]?.body).toMatchObject({ amount: 5_000, giftMinor: 2_000 });
    expect(site.to('createPayment')[0]?.body).toMatchObject({ amount: 2_500, notickets: 2 });
    expect(localStorage.getItem('amount')).toBe('70.00');
  });

  it('B3-527 sells an accessible seat with companions in the same step, shows what is left, and takes needs along', async () => {
    const accessible = { left: 2, companionsLeft: 4, ticketsLeft: 100 };
    const categories = concertView().categories.map((one) => (one.seating === 'General Seating' ? { ...one, accessible } : one));
    const access = { companions: 1 };
    const answers = { reserve: placedBooking({ amount: 2_500, freeTickets: 1, access }) };
    const { site } = await openForm({ answers, concert: concertView({ categories, freeCompanion: true }) });
    expect(screen.getByText('100 left, 2 accessible seats')).toBeTruthy();
    const wish = () => screen.getByLabelText<HTMLInputElement>('One of us needs an accessible seat');
    const hint = document.getElementById(wish().getAttribute('aria-describedby') ?? '')?.textContent;
    expect(hint).toContain('Left in General: 2 accessible seats and 4 companion seats.');
    fillIn();
    fireEvent.click(wish());
    expect([valueOf('Companions by the accessible seat'), valueOf('Amount (USD)')]).toEqual(['1', '25.00']);
    fireEvent.click(screen.getByLabelText('Hearing loop'));
    typeInto('In your own words', 'Slowly, please');
    press();
    await waitFor(() => expect(leaveSite).toHaveBeenCalled());
    const needs = { kinds: ['hearing_loop'], ownWords: 'Slowly, please' };
    expect(site.to('reserve')[0]?.body).toMatchObject({ notickets: 2, amount: 2_500, access, needs });
    expect(site.to('createPayment')[0]?.body).toMatchObject({ notickets: 2, amount: 2_500 });
  });

  it('B3-527 offers what is left for people who need it where all others are sold, and says so', async () => {
    const accessible = { left: 1, companionsLeft: 0, ticketsLeft: 1 };
    const [general, ...rest] = concertView({}, Object.fromEntries(concertView().categories.map(({ seating }) => [seating, 0]))).categories;
    await openForm({
      concert: concertView({
        categories: [{ ...general!, accessible }, ...rest.map((one) => ({ ...one, accessible: { ...accessible, left: 0 } }))],
      }),
    });
    expect(screen.getByText(/^General has only accessible seats left/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Reserve and pay' })).toBeNull();
    fireEvent.click(screen.getByLabelText('One of us needs an accessible seat'));
    expect(screen.getByRole('button', { name: 'Reserve and pay' })).toBeTruthy();
    expect(screen.queryByLabelText('Companions by the accessible seat')).toBeNull();
  });

  it('S2-89 S2-90 S2-92 S2-94 S4-34 S6-09 has the specified fields, email and amount read-only', async () => {
    await openForm();
    expect(valueOf('Name')).toBe('Meera Raghavan');
    expect(valueOf('Email')).toBe('meera@example.org');
    expect(screen.getByLabelText<HTMLInputElement>('Email').readOnly).toBe(true);
    expect(screen.getByLabelText('No. of Tickets').tagName).toBe('SELECT');
    expect(screen.getByLabelText<HTMLInputElement>('Amount (USD)').readOnly).toBe(true);
  });

  it('offers the phone number of the profile, and never instead of one that was typed or kept', async () => {
    expect(PROFILE_CALL).toBe(routes.showProfile.path);
    const kept = { showProfile: profile('(555) 222-8890') };
    const { site } = await openForm({ answers: kept });
    expect(valueOf('Phone Number')).toBe('(555) 222-8890');
    typeInto('Phone Number', '');
    chooseOption('Preferred');
    expect(valueOf('Phone Number')).toBe('');
    expect(site.to('showProfile')).toHaveLength(1);
    cleanup();
    localStorage.setItem('email', 'meera@example.org');
    localStorage.setItem('phoneno', '555-123-4567');
    const again = await openForm({ answers: kept });
    expect([valueOf('Phone Number'), again.site.to('showProfile')]).toEqual(['555-123-4567', []]);
    cleanup();
    localStorage.clear();
    await openForm({ answers: { showProfile: 'unreachable' } });
    expect(valueOf('Phone Number')).toBe('');
    cleanup();
    const visitor = await openForm({ answers: kept, as: null });
    expect(visitor.site.to('showProfile')).toEqual([]);
  });

  it('S2-93 S9-15 shows that it loads until the concert is read, and the ticket list with it', async () => {
    let arrive: (body: string) => void = () => undefined;
    const underWay = new Promise<string>((resolve) => (arrive = resolve));
    await openForm({ isRead: false, answers: { showConcert: rawAnswer({ text: () => underWay }) } });
    expect(screen.getByText('Loading the page')).toBeTruthy();
    expect(screen.queryByLabelText('No. of Tickets')).toBeNull();
    await act(async () => arrive(JSON.stringify(concertView())));
    expect(screen.getByLabelText('No. of Tickets')).toBeTruthy();
  });

  it('S4-20 S5-18 stops at errors, says them under their fields and makes no call', async () => {
    const { site } = await openForm();
    typeInto('Name', '  ');
    press();
    const described = (label: string) =>
      (screen.getByLabelText(label).getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent);
    expect(described('Name')).toContain('Name is required');
    expect(described('Phone Number')).toContain('Phone number is required');
    expect(document.activeElement?.textContent).toContain('Please correct these');
    typeInto('Name', 'Meera');
    typeInto('Phone Number', '555 12');
    press();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Phone Number')));
    expect(described('Phone Number')).toContain('Phone number is invalid');
    expect(site.to('reserve')).toEqual([]);
    expect(localStorage.length).toBe(0);
  });

  it('S2-95 S3-31 S4-21 S4-22 S4-23 S4-25 S7-13 S7-15 keeps the values, says that it works, books once, asks for the payment page and goes there', async () => {
    const { site } = await openForm();
    fillIn();
    press();
    expect(screen.getByRole('button', { name: 'Please wait while we process your request ...' })).toBeTruthy();
    fireEvent.submit(screen.getByLabelText('Name').closest('form') as HTMLFormElement);
    await waitFor(() => expect(leaveSite).toHaveBeenCalledWith('https://pay.example/c/1'));
    expect({ ...localStorage }).toMatchObject({
      notickets: '2',
      amount: '50.00',
      currency: 'USD',
      seating: 'General Seating',
      userbookingid: BOOKING_ID,
    });
    expect(site.to('reserve')[0]?.body).toMatchObject({
      firstname: 'Meera Raghavan',
      notickets: 2,
      amount: 5_000,
      status: 'pending',
      host: 'http://localhost',
    });
    expect(site.to('reserve').map(({ key }) => key)).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
    const paidFor = { userbookingid: BOOKING_ID, amount: 2_500, notickets: 2, successfulUrl: 'http://localhost/payment-successful' };
    expect(site.to('createPayment')[0]?.body).toMatchObject(paidFor);
  });

  it('S2-98 S7-16 draws the lookup link of the booking as a hidden code, which a scanner reads, and sends its picture', async () => {
    const { drawn } = standInForCanvas();
    const { site } = await openForm();
    fillIn();
    press();
    await waitFor(() => expect(leaveSite).toHaveBeenCalled());
    expect(site.to('createPayment')[0]?.body.qrCode).toBe(DRAWN_PNG);
    expect(document.querySelector<HTMLElement>('canvas')?.hidden).toBe(true);
    const { data, width, height } = drawn.at(-1)!;
    expect(jsQR(data, width, height)?.data).toBe(`${window.location.origin}/get-details?ref=${BOOKING_ID}`);
    expect(lookupLink('https://concert.example', BOOKING_ID)).toBe(`https://concert.example/get-details?ref=${BOOKING_ID}`);
  });

  it('S4-22 S4-23 S9-13 S9-14 S9-16 reserves, reads the code and asks for the payment page without a wait', async () => {
    const { site } = await openForm();
    const read = jest.spyOn(HTMLCanvasElement.prototype, 'toDataURL');
    fillIn();
    jest.useFakeTimers();
    press();
    await act(() => jest.advanceTimersByTimeAsync(0));
    jest.useRealTimers();
    expect([site.to('reserve'), read.mock.calls, site.to('createPayment')].map(({ length }) => length)).toEqual([1, 1, 1]);
    read.mockRestore();
  });
});

describe('when seats cannot be reserved', () => {
  it('B2-613 shows in place of the form that the concert is postponed, why, and to when', async () => {
    const postponement = {
      dateToFollow: true,
      postponedAt: '2024-07-12T12:00:00.000Z',
      chooseUntil: '2024-08-01T03:59:00.000Z',
      silence: 'keep',
    } as const;
    await openForm({ concert: concertView({ state: 'postponed', stateReason: 'Storm', postponement }) });
    for (const text of ['This concert is postponed', 'Storm', 'The new date is to follow.']) expect(screen.getByText(text)).toBeTruthy();
    expect(document.querySelector('form')).toBeNull();
    cleanup();
    await openForm({ concert: concertView({ state: 'postponed', postponement: { ...postponement, dateToFollow: false } }) });
    expect(screen.getByText('New date: Saturday, July 13, 2024, 6 PM EDT. Reservations for it open later.')).toBeTruthy();
  });

  it('S2-96 S2-97 S1-22 shows the red notice and no form while registration is disabled', async () => {
    await openForm({ concert: concertView({ state: 'disabled' }) });
    const notice = screen.getByText('Registration is disabled due to unforeseen weather conditions.').closest('.notice')!;
    expect(notice.classList.contains('bad')).toBe(true);
    expect(document.querySelector('form, input, select')).toBeNull();
  });

  it('says when reservations open or that it is soon, and that they have ended', async () => {
    const { sale } = concertView();
    await openForm({ concert: concertView({ saleState: 'soon', sale: { ...sale, opensAt: null, opensText: 'soon' } }) });
    expect(screen.getByRole('heading', { name: 'Reservations open soon' })).toBeTruthy();
    // Nobody knows when, so the page cannot open by itself.
    expect(screen.queryByText(/opens by itself/)).toBeNull();
    expect(screen.getByText(`Saturday, July 13, 2024, 6 PM EDT, ${concertView().venue.name}.`)).toBeTruthy();
    expect(document.querySelector('form')).toBeNull();
    cleanup();
    await openForm({ concert: concertView({ saleState: 'ended' }) });
    expect(screen.getByRole('heading', { name: 'Reservations have ended' })).toBeTruthy();
    expect(document.querySelector('form')).toBeNull();
    cleanup();
    await openForm();
    expect(screen.getByText('Reserve until Friday, 6 PM.')).toBeTruthy();
    cleanup();
    await openForm({ concert: concertView({ startsAt: sale.endsAt }) });
    expect(screen.queryByText(/Reserve until/)).toBeNull();
  });

  it('B4-552 shows the form to an admin before the sale opens, for a test seat', async () => {
    const { sale } = concertView();
    const soon = concertView({ saleState: 'soon', sale: { ...sale, opensAt: null, opensText: 'soon' } });
    await openForm({ concert: soon, as: person('admin') });
    expect(screen.getByText(/^Only admins can reserve until then/)).toBeTruthy();
    expect(document.querySelector('form')).not.toBeNull();
  });

  it('says that the concert is cancelled, with the organisers’ own reason and note', async () => {
    await openForm({
      concert: concertView({ state: 'cancelled', stateReason: 'The hall is flooded.', cancellationNote: 'We write to you.' }),
    });
    expect(screen.getByRole('heading', { name: 'This concert is cancelled' })).toBeTruthy();
    expect(screen.getByText('We write to you.')).toBeTruthy();
    expect(screen.getByText('The hall is flooded.')).toBeTruthy();
    expect(screen.getByText('It was planned for Saturday, July 13, 2024, 6 PM EDT.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'What happens to my money' }).getAttribute('href')).toBe('/bookings');
    expect(document.querySelector('form')).toBeNull();
  });

  it('B1-511 says that everything is sold out before anything is filled in', async () => {
    const none = { 'General Seating': 0, 'Preferred Seating': 0, 'Premium Seating': 0, 'VIP Seating': 0 };
    await openForm({ concert: concertView({}, none) });
    expect(screen.getByRole('heading', { name: 'All seats are taken' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Wait for seats' }).getAttribute('href')).toBe('/waiting');
    expect(document.querySelector('form')).toBeNull();
  });

  it('leads to the waiting list where a category is sold out or waited for, also who is refused for that', async () => {
    const [general, ...others] = concertView({}, { 'VIP Seating': 0 }).categories;
    await openForm({
      concert: concertView({ categories: [{ ...general!, waiting: true }, ...others] }),
      answers: { reserve: refusal('booking.seats_wait') },
    });
    expect(document.body.textContent).toContain('People wait for seats in General, and what becomes free goes to them first.');
    expect(screen.getByRole('link', { name: 'Wait for seats in VIP Seating' }).getAttribute('href')).toBe('/waiting?seating=VIP+Seating');
    fillIn();
    press();
    const told = await screen.findByRole('alert');
    expect(told.textContent).toContain('These seats go to people who wait for them.');
    expect(within(told).getByRole('link', { name: 'Wait for seats' })).toBeTruthy();
  });

  it('B1-509 keeps the choice of seats while somebody signs in another way', async () => {
    await openForm({ as: null });
    chooseOption('Premium');
    const link = screen.getByRole('link', { name: 'Sign in another way' });
    expect(link.getAttribute('href')).toBe('/login?nav=rys');
    fireEvent.click(link);
    expect({ ...localStorage }).toEqual({ seating: 'Premium Seating', notickets: '6' });
    cleanup();
    await openForm();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Reserve Your Seat : Premium Seating');
  });
});
