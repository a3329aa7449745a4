import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { spokenCode } from '@concert/contracts/booking/ticket-code';
import type { BookingView } from '@concert/contracts/booking/http';
import type { ComplimentaryDetails } from '@concert/contracts/booking/complimentary';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { setTabVisible } from '@concert/web-kit/testing/browser.ts';
import { rawAnswer, refusal, standInForSite } from '@concert/web-kit/testing/site.ts';
import { BOOKING_ID, bookingView, buyer, concertView, routes, showToBuyer } from '../testing/booking.tsx';
import { GetDetails } from './get-details.tsx';
import { GetHfDetails } from './get-hf-details.tsx';

const AT = `/get-details?ref=${BOOKING_ID}&ref2=signed`;
/** The promise of the specification's section 1. */
const REFUND_LINK = /A refund link will be sent to you by email within 2 or 3 days\.$/;
const pdfAnswer = () => rawAnswer({ blob: () => Promise.resolve(new Blob(['%PDF-'])) });

async function pressPdf(): Promise<void> {
  const button = screen.getByRole('button', { name: 'Download PDF' });
  fireEvent.click(button);
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
}

/** Names of the files that the browser is handed from now on. */
function savedFiles(): string[] {
  const names: string[] = [];
  Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return names;
}

beforeEach(() => {
  setTabVisible(true);
});

describe('ticket details', () => {
  it('S2-35 S7-22 asks with both references and shows a code for each ticket', async () => {
    const site = standInForSite(routes, { showBookingDetails: [bookingView()] });
    await showToBuyer(<GetDetails />, { at: AT, session: null });
    expect(site.calls[0]?.body).toEqual({ reference: BOOKING_ID, reference2: 'signed' });
    expect(screen.getAllByRole('img').map((code) => code.getAttribute('aria-label'))).toEqual([
      'QR code of ticket 1 of 2',
      'QR code of ticket 2 of 2',
    ]);
    expect(await screen.findAllByText(/^Ticket [12] of 2$/)).toHaveLength(2);
  });

  it('B6-588 leaves booking id and codes as they are when the browser translates the page', async () => {
    const code = `T1.0a1f.${'0123456789'.repeat(2)}.x`;
    standInForSite(routes, { showBookingDetails: [bookingView({ tickets: [{ number: 1, code }] })] });
    await showToBuyer(<GetDetails />, { at: AT, session: null });
    for (const text of [BOOKING_ID, spokenCode(code)!]) expect(screen.getByText(text).closest('[translate=no]')).not.toBeNull();
  });

  it('B2-546 shows the tickets that are left under their numbers, and says which were given back and how far the money is', async () => {
    const tickets = [1, 4].map((number) => ({ number, code: `T1.${number}` }));
    const returned = [
      { tickets: [2, 3], amount: 5_000, state: 'issued' as const, at: '2024-07-01T10:00:00.000Z' },
      { tickets: [], amount: 100, state: 'failed' as const, at: '2024-07-02T10:00:00.000Z' },
    ];
    standInForSite(routes, { showBookingDetails: [bookingView({ notickets: 2, tickets, returned })] });
    await showToBuyer(<GetDetails />, { at: AT, session: null });
    expect((await screen.findAllByText(/^Ticket [1-4] of 4$/)).map(({ textContent }) => textContent)).toEqual([
      'Ticket 1 of 4',
      'Ticket 4 of 4',
    ]);
    expect(
      screen.getByText(
        'Tickets 2 and 3 were returned and are no longer valid. Your refund of $50.00 has been sent to the card you paid with. Banks usually take 5 to 10 business days to show it.',
      ),
    ).toBeTruthy();
    expect(
      screen.getByText('Your refund of $1.00 has not reached the card you paid with. We are on it, and nothing is lost.'),
    ).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Card and dates of your refund' })).toBeNull();
  });

  it('B2-619 says what was given to the welfare work, beside what went back and after a booking ended', async () => {
    const gift = { tickets: [4], amount: 2_500, state: 'given' as const, at: '2024-07-01T10:00:00.000Z' };
    const shown = async (over: Parameters<typeof bookingView>[0]) => {
      standInForSite(routes, { showBookingDetails: [bookingView({ amount: 10_000, ...over })] });
      await showToBuyer(<GetDetails />, { at: AT, session: null });
      return document.body.textContent;
    };
    const said = '$25.00 was given to the welfare work. Thank you.';
    const tickets = [1, 2, 3].map((number) => ({ number, code: `T1.${number}` }));
    expect(await shown({ notickets: 3, tickets, returned: [gift] })).toContain(`Ticket 4 was returned and is no longer valid. ${said}`);
    cleanup();
    const rest = await shown({ status: 'refunded', returned: [gift] });
    for (const words of [said, 'Your refund of $75.00 has been sent']) expect(rest).toContain(words);
    cleanup();
    const all = await shown({ status: 'refunded', returned: [gift, { ...gift, tickets: [], amount: 7_500 }] });
    expect(all).toContain('$75.00 was given to the welfare work. Thank you.');
    expect(all).not.toContain('returned to your card');
    cleanup();
    const beside = await shown({ status: 'refunded', giftMinor: 2_500, returned: [{ ...gift, tickets: [] }] });
    for (const words of ['Your gift', said, 'Your refund of $100.00 has been sent']) expect(beside).toContain(words);
  });

  it('S8-29 says the same of a foreign reference, a false one and a missing one', async () => {
    const texts: string[] = [];
    for (const [at, answer] of [
      [AT, refusal('booking.not_found')],
      ['/get-details?ref=x', refusal('request.invalid')],
      [AT, () => []],
      ['/get-details', () => []],
    ] as const) {
      standInForSite(routes, { showBookingDetails: answer });
      await showToBuyer(<GetDetails />, { at });
      texts.push(screen.getByRole('status').textContent ?? '');
      expect([document.querySelector('dl'), screen.queryByRole('img')]).toEqual([null, null]);
      cleanup();
    }
    expect(texts[0]).toContain('There is no such booking');
    expect(new Set(texts).size).toBe(1);
  });

  it('S8-29 tells a failure from an unknown booking, shows no booking, and offers to try again', async () => {
    standInForSite(routes, { showBookingDetails: 'unreachable' });
    await showToBuyer(<GetDetails />, { at: AT });
    expect(screen.getByRole('alert').textContent).toContain('The booking could not be loaded');
    expect([document.querySelector('dl'), screen.queryByRole('img')]).toEqual([null, null]);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('S1-23 S1-24 S1-25 S1-26 B2-536 shows the cancellation notice and no codes when the concert is cancelled, and goes on giving: the music, and the list for the next date', async () => {
    standInForSite(routes, { showBookingDetails: [bookingView()] });
    await showToBuyer(<GetDetails />, { at: AT, concert: concertView({ state: 'cancelled' }) });
    expect(screen.getByText('The concert of Saturday, July 13, 2024 is cancelled.')).toBeTruthy();
    expect(screen.getByText(REFUND_LINK)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'info@concert.example' })).toBeTruthy();
    expect(screen.getByRole('link', { name: '(555) 123-4567' })).toBeTruthy();
    expect(screen.queryByRole('img')).toBeNull();
    const ways = ['Listen to the music', 'The list for the next date'].map((name) =>
      screen.getByRole('link', { name }).getAttribute('href'),
    );
    expect(ways).toEqual(['/how-music-heals', '/waiting']);
  });

  it('B2-531 shows that the concert is postponed and from which day, with its codes and no date that may not hold', async () => {
    standInForSite(routes, { showBookingDetails: [bookingView()] });
    const postponement = {
      dateToFollow: true,
      postponedAt: '2024-07-12T12:00:00.000Z',
      chooseUntil: '2024-08-01T03:59:00.000Z',
      silence: 'keep',
    } as const;
    const concert = concertView({ state: 'postponed', stateReason: 'Storm', dateText: 'New date to follow', postponement });
    await showToBuyer(<GetDetails />, { at: AT, concert });
    for (const text of [
      'The concert is postponed',
      'It does not take place on Saturday, July 13, 2024.',
      'The new date is to follow.',
      'Storm',
      'Your tickets keep their codes and are valid for the new date.',
      'New date to follow',
    ])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getAllByRole('img')).toHaveLength(2);
    expect(document.querySelector('time')).toBeNull();
  });

  it.each([
    ['while its holder can choose', {}, {}, 1],
    ['not once the deadline has passed', { chooseUntil: '2024-01-01T00:00:00.000Z' }, {}, 0],
    ['not for a booking that was made later', { postponedAt: '2024-06-30T18:04:11.000Z' }, {}, 0],
    ['not while it is being refunded', {}, { status: 'refund_requested', tickets: undefined }, 0],
  ] as const)('B2-551 leads from the tickets to the choice %s', async (_, changes, over, links) => {
    const { tickets: _tickets, ...rest } = bookingView();
    standInForSite(routes, { showBookingDetails: ['tickets' in over ? { ...rest, status: over.status } : bookingView()] });
    const said = { dateToFollow: true, postponedAt: '2024-07-12T12:00:00.000Z', chooseUntil: '2099-08-01T03:59:00.000Z', silence: 'keep' };
    const concert = concertView({ state: 'postponed', postponement: { ...said, ...changes } as never });
    await showToBuyer(<GetDetails />, { at: AT, concert });
    const found = screen.queryAllByRole('link', { name: 'Keep or return' });
    expect(found.map((link) => link.getAttribute('href'))).toEqual(Array.from({ length: links }, () => `/choose?ref=${BOOKING_ID}`));
  });

  it('B2-531 says that the concert has a new date for as long as it has one, open reservations or not', async () => {
    standInForSite(routes, { showBookingDetails: [bookingView()] });
    const concert = concertView({ startsAt: '2024-09-07T22:00:00.000Z', previousStarts: ['2024-07-13T22:00:00.000Z'] });
    await showToBuyer(<GetDetails />, { at: AT, concert });
    expect(screen.getByText('The concert has a new date')).toBeTruthy();
    expect(screen.getByText('It does not take place on Saturday, July 13, 2024.')).toBeTruthy();
    expect(screen.getByText('It takes place on Saturday, September 7, 2024, 6 PM EDT.')).toBeTruthy();
  });

  it.each([
    ['paid', undefined, REFUND_LINK],
    ['paid', 'won', REFUND_LINK],
    ['paid', 'open', 'This payment is disputed with the bank. No refund can be sent until the bank has decided.'],
    ['paid', 'lost', 'The bank has already returned this payment to the card, so no refund is due.'],
    ['refund_requested', undefined, /^Your refund is on its way to the card you paid with/],
    ['late_paid', undefined, /^Your refund is on its way to the card you paid with/],
    ['refunded', undefined, /^Your refund has been sent to the card you paid with/],
    ['refund_failed', undefined, /^Your refund has not reached the card you paid with/],
    ['pending', undefined, /^No payment was taken for this booking/],
    ['failed', undefined, /^No payment was taken for this booking/],
    ['cancelled', undefined, /^No payment was taken for this booking/],
    ['expired', undefined, /^No payment was taken for this booking/],
  ] as const)(
    'S1-24 promises the refund link to whom it is owed, and to a booking that is %s (dispute %s) what is true',
    async (status, dispute, words) => {
      standInForSite(routes, {
        showBookingDetails: [bookingView({ status, dispute, ...(status === 'paid' ? {} : { tickets: undefined }) })],
      });
      await showToBuyer(<GetDetails />, { at: AT, session: null, concert: concertView({ state: 'cancelled' }) });
      expect(screen.getByText(words)).toBeTruthy();
      expect(document.body.textContent?.match(/refund link/gi) ?? []).toHaveLength(words === REFUND_LINK ? 1 : 0);
    },
  );

  it('S1-24 a reader nobody knows hears to whom a refund link is sent', async () => {
    standInForSite(routes, { showBookingDetails: refusal('booking.not_found') });
    await showToBuyer(<GetDetails />, { at: AT, session: null, concert: concertView({ state: 'cancelled' }) });
    expect(screen.getByText('Buyers who paid are sent a refund link by email within 2 or 3 days.')).toBeTruthy();
    expect(screen.queryByText(REFUND_LINK)).toBeNull();
  });
});

it('B9-551 a link that has ended is told kindly, with what its reader can do', async () => {
  standInForSite(routes, { showBookingDetails: refusal('booking.link_ended') });
  await showToBuyer(<GetDetails />, { at: AT, session: null });
  expect(screen.getByText('This link has ended')).toBeTruthy();
  expect(screen.getByText(/until 90 days after the concert/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy();
  expect(screen.queryByText('There is no such booking')).toBeNull();
});

describe('what the owner can do', () => {
  it('S2-35 a paid booking is printed, downloaded as PDF by its signed link and put into a calendar', async () => {
    const site = standInForSite(routes, { showBookingDetails: [bookingView({ ref2: 'a+b/c=' })], downloadTickets: pdfAnswer() });
    const saved = savedFiles();
    await showToBuyer(<GetDetails />, { at: AT, session: null });
    await pressPdf();
    expect(saved).toEqual([`tickets-${BOOKING_ID}.pdf`]);
    // B9-552: the secret stands in the body of the call, and in no address.
    expect(site.to('downloadTickets')).toMatchObject([{ params: { bookingId: BOOKING_ID }, body: { ref2: 'a+b/c=' }, query: undefined }]);
    expect(screen.getByRole('button', { name: 'Print' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Add to calendar' })).toBeTruthy();
  });

  it.each([
    ['that is valid', {}, {}, 'Add to calendar'],
    ['of a cancelled concert', {}, { state: 'cancelled' }, 'Mark as cancelled in calendar'],
    ['that was refunded', { status: 'refunded', tickets: undefined }, {}, 'Mark as cancelled in calendar'],
  ] as const)('B9-552 a booking %s is told to a calendar as it is, without the secret of its link', async (_, changes, concert, label) => {
    const files: Blob[] = [];
    Object.assign(URL, { createObjectURL: (file: Blob) => (files.push(file), 'blob:calendar'), revokeObjectURL: () => undefined });
    standInForSite(routes, { showBookingDetails: [bookingView(changes)] });
    await showToBuyer(<GetDetails />, { at: AT, session: null, concert: concertView(concert) });
    fireEvent.click(screen.getByRole('button', { name: label }));
    const reader = new FileReader();
    await act(
      () =>
        new Promise((done) => {
          reader.onload = done;
          reader.readAsText(files[0]!);
        }),
    );
    expect(reader.result).toContain(`UID:${BOOKING_ID}@`);
    expect(reader.result).toContain(label === 'Add to calendar' ? 'STATUS:CONFIRMED' : 'STATUS:CANCELLED');
    // A calendar is shared and stored elsewhere.
    const unfolded = (reader.result as string).replaceAll('\r\n ', '');
    expect([/URL:.*get-details\?ref=bk_\w+\r/.test(unfolded), /ref2|signed/.test(unfolded)]).toEqual([true, false]);
  });

  const pending = (status: BookingView['status'] = 'pending') =>
    bookingView({ status, tickets: undefined, ref2: undefined, holdEndsAt: new Date(Date.now() + 20 * 60_000).toISOString() });

  it('an organiser who looks at it sees the time and no buttons of the owner', async () => {
    standInForSite(routes, { showBookingDetails: [pending()] });
    await showToBuyer(<GetDetails />, { at: AT, session: { ...buyer, email: 'organiser@example.org', role: 'organiser' } });
    expect(screen.getByRole('timer')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('money that returns', () => {
  it.each([
    ['late_paid', 'Your payment arrived after the seats were released.'],
    ['refund_requested', 'Your refund of $50.00 is on its way to the card you paid with.'],
    ['refunded', 'Your refund of $50.00 has been sent to the card you paid with.'],
    ['refund_failed', 'Your refund of $50.00 has not reached the card you paid with.'],
  ] as const)('%s is told in plain words at the place links lead to', async (status, words) => {
    standInForSite(routes, { showBookingDetails: [bookingView({ status, tickets: undefined })] });
    await showToBuyer(<GetDetails />, { at: `${AT}#refund`, session: null });
    const place = document.getElementById('refund');
    expect(place?.textContent).toContain(words);
    expect(document.activeElement).toBe(place);
    expect(screen.getByRole('link', { name: 'Refund state' }).getAttribute('href')).toBe('#refund');
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Download PDF' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Card and dates of your refund' })).toBeNull();
  });

  it('leads its buyer, who needs no secret, to the page of the refund', async () => {
    standInForSite(routes, { showBookingDetails: [bookingView({ status: 'refunded', tickets: undefined })] });
    await showToBuyer(<GetDetails />, { at: AT });
    expect(screen.getByRole('link', { name: 'Card and dates of your refund' }).getAttribute('href')).toBe(`/refund?ref=${BOOKING_ID}`);
  });
});

describe('tickets of complimentary entries', () => {
  it.each([
    ['', 'h'],
    ['&c=v', 'v'],
    ['&c=f', 'f'],
    ['&c=hh', 'hh'],
    ['&c[$ne]=h', 'h'],
  ])('S2-36 S2-37 S7-23 an address ending %p asks for the category %p', async (end, catg) => {
    const site = standInForSite(routes, {
      showComplimentaryDetails: catg === 'hh' ? refusal('request.invalid') : refusal('booking.not_found'),
    });
    await showToBuyer(<GetHfDetails />, { at: `/get-hf-details?ref=cp_1&ref2=signed${end}`, session: null });
    expect(site.calls.map(({ route, body }) => [route, body])).toEqual([
      ['showComplimentaryDetails', { reference: 'cp_1', reference2: 'signed', catg }],
    ]);
    expect(screen.getByText('There is no such booking')).toBeTruthy();
  });

  const entry = (changes: Partial<ComplimentaryDetails> = {}): ComplimentaryDetails => ({
    ...{ ...bookingView(), giveBack: undefined },
    id: `cp_${'1'.repeat(26)}` as ComplimentaryDetails['id'],
    userbookingid: `cp_${'1'.repeat(26)}` as ComplimentaryDetails['id'],
    firstname: 'Vera Guest',
    email: 'vera@example.org',
    phoneno: '',
    seating: 'VIP Tickets',
    amount: 0,
    status: 'Issued',
    ref2: 'signed+capability',
    ...changes,
  });

  it('S2-36 are shown like others, without a word of money', async () => {
    const site = standInForSite(routes, { showComplimentaryDetails: [entry()], downloadComplimentaryTickets: pdfAnswer() });
    const saved = savedFiles();
    await showToBuyer(<GetHfDetails />, { at: '/get-hf-details?ref=cp_1&ref2=signed&c=v', session: null });
    expect(screen.getAllByRole('img')).toHaveLength(2);
    expect(screen.getAllByText('VIP Tickets').length).toBeGreaterThan(1);
    expect(document.body.textContent).not.toContain('$');
    await pressPdf();
    expect(saved).toEqual([`tickets-cp_${'1'.repeat(26)}.pdf`]);
    expect(site.to('downloadComplimentaryTickets')).toMatchObject([{ body: { ref2: 'signed+capability' } }]);
  });

  it.each(['Submitted', 'Issued', 'Revoked'] as const)(
    'S1-24 a guest whose entry is %s is promised no money when the concert is cancelled',
    async (status) => {
      standInForSite(routes, { showComplimentaryDetails: [entry({ status, ...(status === 'Revoked' ? { tickets: undefined } : {}) })] });
      await showToBuyer(<GetHfDetails />, {
        at: '/get-hf-details?ref=cp_1&ref2=signed&c=v',
        session: null,
        concert: concertView({ state: 'cancelled' }),
      });
      expect(screen.getByText('The concert of Saturday, July 13, 2024 is cancelled.')).toBeTruthy();
      expect(screen.getByText('Your entry was free, so nothing was charged.')).toBeTruthy();
      expect(document.body.textContent).not.toMatch(/refund|\bValid\b/i);
    },
  );

  it('are given back by the guest who is signed in, after a question; who came by the link is told to sign in', async () => {
    const until = '2999-07-13T20:00:00.000Z';
    const givable = (own: boolean) => [entry({ giveBack: { until, tickets: [1, 2], own } })];
    const at = '/get-hf-details?ref=cp_1&ref2=signed&c=v';
    standInForSite(routes, { showComplimentaryDetails: givable(false) });
    await showToBuyer(<GetHfDetails />, { at, session: null });
    expect(screen.getByText(/sign in with the email address they were sent to/)).toBeTruthy();
    cleanup();
    const ended = [entry({ status: 'Revoked', tickets: undefined, returned: [{ tickets: [1, 2] }] })];
    const site = standInForSite(routes, { showComplimentaryDetails: givable(true), giveComplimentaryBack: undefined });
    await showToBuyer(<GetHfDetails />, { at });
    fireEvent.click(screen.getByRole('button', { name: /^Give back/ }));
    fireEvent.click(screen.getByLabelText('Ticket 1'));
    expect(screen.getByRole('dialog').textContent).toContain('This ticket ends at once, and others can have the seats.');
    site.answer({ showComplimentaryDetails: ended });
    await act(async () => {
      fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Give back' }));
      await Promise.resolve();
    });
    expect(site.to('giveComplimentaryBack')).toMatchObject([{ body: { tickets: [2] } }]);
    expect(screen.getByText('These tickets were given back or withdrawn. They no longer work.')).toBeTruthy();
  });

  it('S2-36 a revoked entry says so and shows no code', async () => {
    standInForSite(routes, { showComplimentaryDetails: [entry({ status: 'Revoked', tickets: undefined, ref2: undefined })] });
    await showToBuyer(<GetHfDetails />, { at: '/get-hf-details?ref=cp_1&ref2=signed&c=v', session: null });
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByText('The organisers withdrew these tickets. They no longer work.')).toBeTruthy();
  });
});
