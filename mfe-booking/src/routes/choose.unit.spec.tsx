import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { choiceRoutes, type ChoiceShown } from '@concert/contracts/booking/choices';
import { advance, press, showScreen } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite } from '@concert/web-kit/testing/site.ts';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { BOOKING_ID, buyer } from '../testing/booking.tsx';
import { Choose } from './choose.tsx';

const shown: ChoiceShown = {
  bookingId: BOOKING_ID,
  seating: 'Premium Seating',
  state: 'open',
  tickets: [1, 2, 3, 4, 5, 6],
  companions: [],
  moneyBack: [16_666, 33_333, 50_000, 66_666, 83_333, 100_000],
  concert: {
    title: 'Music for Meditation Concert',
    startsAt: '2027-03-20T22:00:00.000Z',
    timeZone: 'America/New_York',
    supportEmail: 'info@concert.example',
    supportPhone: '(555) 123-4567',
  },
  postponement: {
    dateToFollow: false,
    postponedAt: '2027-01-10T12:00:00.000Z',
    chooseUntil: '2027-03-01T04:59:00.000Z',
    silence: 'refund',
  },
};
const UNTIL = 'Sunday, February 28, 2027, 11:59 PM EST';

async function open(query = `?ref=${BOOKING_ID}&ref2=secret`, session: typeof buyer | null = null) {
  await showScreen(<Choose />, { at: `/choose${query}`, pageTitle: 'Your Choice', session });
  await advance(0);
}
const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));

beforeEach(() => {
  jest.useFakeTimers();
});

describe('/choose', () => {
  it('B2-550 says the new date, until when and what silence means, to somebody who is not signed in; opening it only asks', async () => {
    const { calls } = standInForSite(choiceRoutes, { showChoice: shown });
    await open();
    for (const text of [
      'It takes place on Saturday, March 20, 2027, 6 PM EDT.',
      `You can choose until ${UNTIL}, and change your choice until then.`,
      'If you choose nothing, your tickets are then cancelled and refunded to the card you paid with.',
    ])
      expect(screen.getByText(text)).toBeTruthy();
    expect(calls.map(({ route, body }) => [route, body])).toEqual([['showChoice', { ref2: 'secret' }]]);
  });

  it('B2-550 gives four of six back: says which, says the money, asks once more, and shows what is noted', async () => {
    const site = standInForSite(choiceRoutes, {
      showChoice: shown,
      saveChoice: { ...shown, choice: { giveBack: [3, 4, 5, 6], gifts: 0, chosenAt: '2027-02-01T12:00:00.000Z' } },
    });
    await open();
    choose('Return some');
    await press('Save my choice …');
    expect(screen.getByText('Choose at least one ticket to return')).toBeTruthy();
    for (const number of [6, 3, 4, 5]) fireEvent.click(screen.getByRole('checkbox', { name: `Ticket ${number}` }));
    expect(screen.getAllByText(/666\.66/).map(({ textContent }) => textContent)).toEqual([
      '$666.66 is refunded to the card you paid with.',
    ]);
    await press('Save my choice …');
    const dialog = screen.getByRole('dialog', { name: 'Return 4 tickets?' });
    expect(
      within(dialog).getByText(
        `On ${UNTIL} tickets 3, 4, 5, 6 end and $666.66 is refunded to the card you paid with. Until then you can change your mind.`,
      ),
    ).toBeTruthy();
    expect(site.to('saveChoice')).toEqual([]);
    await press('Save my choice', dialog);
    expect(site.to('saveChoice')).toMatchObject([
      { params: { bookingId: BOOKING_ID }, body: { giveBack: [3, 4, 5, 6], gifts: 0, ref2: 'secret' } },
    ]);
    expect(
      screen.getByText('You return tickets 3, 4, 5, 6, and $666.66 is refunded to the card you paid with. You keep the rest.'),
    ).toBeTruthy();
    expect(screen.getByText(`Nothing happens before ${UNTIL}. Until then you can change it below.`)).toBeTruthy();
    // The form began anew: whoever has no mouse stands at what was noted, not at the top of the page.
    expect(document.activeElement?.closest('[tabindex]')?.textContent).toContain('Your choice is saved');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Ticket 3' }).checked).toBe(true);
  });

  it('B3-583 gives companions’ tickets back with that of the accessible seat by itself, and one of them alone', async () => {
    const site = standInForSite(choiceRoutes, { showChoice: { ...shown, companions: [2, 3] }, saveChoice: shown });
    await open();
    choose('Return some');
    const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
    fireEvent.click(box('Ticket 3, companion'));
    expect([box('Ticket 1, accessible seat').checked, box('Ticket 2, companion').checked]).toEqual([false, false]);
    fireEvent.click(box('Ticket 1, accessible seat'));
    expect([2, 3].map((number) => [box(`Ticket ${number}, companion`).checked, box(`Ticket ${number}, companion`).disabled])).toEqual([
      [true, true],
      [true, true],
    ]);
    expect(screen.getByText('$500.00 is refunded to the card you paid with.')).toBeTruthy();
    await press('Save my choice …');
    await press('Save my choice', screen.getByRole('dialog', { name: 'Return 3 tickets?' }));
    expect(site.to('saveChoice').map(({ body }) => body.giveBack)).toEqual([[1, 2, 3]]);
  });

  it('B2-550 keeps all or gives all back, by the link or signed in', async () => {
    const site = standInForSite(choiceRoutes, { showChoice: shown, saveChoice: { ...shown, choice: { giveBack: [], gifts: 0 } } });
    await open(`?ref=${BOOKING_ID}`, buyer);
    choose('Return all');
    expect(screen.getAllByText(/\$1,?000\.00/)).toHaveLength(1);
    await press('Save my choice …');
    await press('Save my choice', screen.getByRole('dialog', { name: 'Return 6 tickets?' }));
    choose('Keep all');
    await press('Save my choice …');
    await press('Save my choice', screen.getByRole('dialog', { name: 'Keep 6 tickets?' }));
    expect(site.to('saveChoice').map(({ body }) => body)).toEqual([
      { giveBack: [1, 2, 3, 4, 5, 6], gifts: 0 },
      { giveBack: [], gifts: 0 },
    ]);
    expect(screen.getByText('You keep all 6 tickets.')).toBeTruthy();
  });

  it('B2-555 gives the money of some or all of what is given back to the welfare work, with a receipt by mail', async () => {
    const site = standInForSite(choiceRoutes, {
      showChoice: shown,
      saveChoice: { ...shown, choice: { giveBack: [3, 4], gifts: 1, chosenAt: '2027-02-01T12:00:00.000Z' } },
    });
    await open();
    expect(screen.queryByRole('combobox')).toBeNull();
    choose('Return some');
    for (const number of [3, 4]) fireEvent.click(screen.getByRole('checkbox', { name: `Ticket ${number}` }));
    const money = screen.getByRole('combobox', { name: 'Give to the welfare work' });
    expect([...money.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      'Nothing',
      'The money of 1 ticket',
      'All of it',
    ]);
    expect(screen.getByText('You can give the money to it instead of a refund. A receipt is sent to you by email.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'What the welfare work does' }).getAttribute('href')).toBe('/the-composer');
    expect(screen.getByText('$333.33 is refunded to the card you paid with.')).toBeTruthy();
    fireEvent.change(money, { target: { value: '1' } });
    const goes = '$166.66 is refunded to the card you paid with and $166.66 is given to the welfare work';
    expect(screen.getByText(`${goes}.`)).toBeTruthy();
    await press('Save my choice …');
    const dialog = screen.getByRole('dialog', { name: 'Return 2 tickets?' });
    expect(within(dialog).getByText(`On ${UNTIL} tickets 3, 4 end and ${goes}. Until then you can change your mind.`)).toBeTruthy();
    await press('Save my choice', dialog);
    expect(site.to('saveChoice').map(({ body }) => body)).toEqual([{ giveBack: [3, 4], gifts: 1, ref2: 'secret' }]);
    expect(screen.getByText(`You return tickets 3, 4, and ${goes}. You keep the rest.`)).toBeTruthy();
    choose('Return all');
    fireEvent.change(screen.getByRole('combobox'), { target: { value: '6' } });
    await press('Save my choice …');
    expect(screen.getByRole('dialog', { name: 'Return 6 tickets?' }).textContent).toContain('$1,000.00 is given to the welfare work.');
  });

  it('B2-578 says what is to be confirmed, and confirms it by a press and only with the secret of the mail', async () => {
    const toConfirm = { giveBack: [3, 4], gifts: 2, chosenAt: '2027-02-01T12:00:00.000Z' };
    const site = standInForSite(choiceRoutes, {
      showChoice: { ...shown, toConfirm },
      saveChoice: { ...shown, choice: toConfirm },
    });
    await open();
    expect(screen.getByRole('heading', { name: 'To be confirmed' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Confirm this choice' })).toBeNull();
    cleanup();
    await open(`?ref=${BOOKING_ID}&ref2=secret&ref3=mail`);
    expect(screen.getByText(/^This counts only if the buyer confirms it until Sunday, February 28, 2027, 11:59 PM EST/)).toBeTruthy();
    expect(site.to('saveChoice')).toEqual([]);
    await press('Confirm this choice');
    expect(site.to('saveChoice').map(({ body }) => body)).toEqual([{ giveBack: [3, 4], gifts: 2, ref2: 'secret', confirm: 'mail' }]);
    expect(screen.getByRole('heading', { name: 'Your choice is saved' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'To be confirmed' })).toBeNull();
  });

  it('B2-550 with one ticket offers no part, and says where the date is to follow', async () => {
    standInForSite(choiceRoutes, {
      showChoice: { ...shown, tickets: [2], moneyBack: [2_500], concert: { ...shown.concert, dateToFollow: true } },
    });
    await open();
    expect(screen.getByText('The new date is to follow.')).toBeTruthy();
    expect(screen.getAllByRole('radio')).toHaveLength(2);
    expect(screen.getByRole('radio', { name: 'Keep my ticket' })).toBeTruthy();
  });

  it('B2-550 keeps what was chosen when saving fails, and says that it was not saved', async () => {
    standInForSite(choiceRoutes, { showChoice: shown, saveChoice: refusal('booking.choice_over') });
    await open();
    choose('Return all');
    await press('Save my choice …');
    await press('Save my choice', screen.getByRole('dialog'));
    expect(screen.getByRole('alert').textContent).toContain('The time to choose is over, so this can no longer be changed.');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Return all' }).checked).toBe(true);
  });

  it.each([
    [undefined, 'The last choice is being carried out.'],
    [{ giveBack: [], gifts: 0, chosenAt: '2027-02-01T12:00:00.000Z' }, 'Your tickets are kept. They are valid for the new date.'],
    [
      { giveBack: [2, 3], gifts: 2, chosenAt: '2027-02-01T12:00:00.000Z' },
      'You returned tickets 2, 3. The money is given to the welfare work.',
    ],
    [
      { giveBack: [2, 3], gifts: 1, chosenAt: '2027-02-01T12:00:00.000Z' },
      'You returned tickets 2, 3. The money of 1 ticket is given to the welfare work, and the rest is refunded to the card you paid with.',
    ],
    [
      { giveBack: [2], gifts: 0, chosenAt: '2027-02-01T12:00:00.000Z' },
      'You returned ticket 2. The refund goes to the card you paid with.',
    ],
    [{ giveBack: [1, 2], gifts: 0 }, 'Nothing was chosen in time, so tickets 1, 2 ended. The refund goes to the card you paid with.'],
  ])('B2-550 after the deadline says what became of %j, and takes nothing any more', async (choice, text) => {
    standInForSite(choiceRoutes, { showChoice: { ...shown, state: 'over', ...(choice ? { choice } : {}) } });
    await open();
    expect(screen.getByText('The time to choose is over')).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it.each([
    ['booking.not_found', 'This link does not open any tickets'],
    ['booking.link_ended', 'This link has ended'],
    ['booking.nothing_to_choose', 'There is nothing to choose'],
  ] as const)('B2-550 says kindly where a link is refused with %s', async (code, title) => {
    standInForSite(choiceRoutes, { showChoice: refusal(code) });
    await open();
    expect(screen.getByText(title)).toBeTruthy();
    const login = screen.queryByRole('link', { name: 'Sign in' })?.getAttribute('href');
    expect(login).toBe(code === 'booking.nothing_to_choose' ? undefined : '/login?nav=bookings');
  });
});
