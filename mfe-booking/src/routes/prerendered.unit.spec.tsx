import { expect, it } from '@jest/globals';
import { signInCodeRoutes } from '@concert/contracts/auth/sign-in-codes';
import type { ConcertView } from '@concert/contracts/booking/http';
import { fillIn, placeholderConcert } from '@concert/contracts/site/prerendered';
import { MemoryRouter } from '@concert/web-kit/memory-router.ts';
import { standInForSite } from '@concert/web-kit/testing/site.ts';
import { renderToString, takeOver } from '@concert/web-kit/testing/take-over.harness.ts';
import App, { prepare } from '../app.tsx';
import { awaitedReservation } from '../features/reservation/awaited-reservation.ts';
import { concertView, routes } from '../testing/booking.tsx';
import { setUpReservation } from '../testing/reservation.tsx';

setUpReservation();

const page = (concert: ConcertView) => (
  <MemoryRouter initialEntries={['/reserve-your-seat']}>
    <App session={undefined} concert={concert} pageTitle="" refreshSession={() => Promise.resolve(null)} />
  </MemoryRouter>
);

/** The page as the gateway sends it, and what became of it once its program was there. */
async function open(concert: ConcertView, pressed?: string) {
  standInForSite({ ...routes, ...signInCodeRoutes }, { showConcert: concert, listOwnBookings: [], checkSignInCode: { usedAt: null } });
  await prepare('/reserve-your-seat');
  const drawn = fillIn(renderToString(page(placeholderConcert(concert.saleState))), concert);
  let heading: Element | null = null;
  const { place, differences, leave } = await takeOver(drawn, page(concert), (before) => {
    heading = before.querySelector('h1');
    before.querySelector<HTMLInputElement>(`input[value="${pressed}"]`)?.click();
  });
  const chosen = place.querySelector<HTMLInputElement>('input[type=radio]:checked')?.value;
  const title = place.querySelector('h1')?.textContent;
  const result = { drawn, differences, chosen, title, kept: place.querySelector('h1') === heading };
  leave();
  return result;
}

const { sale } = concertView();
const postponement = { dateToFollow: true, postponedAt: sale.endsAt, chooseUntil: sale.endsAt, silence: 'keep' } as const;

it.each<[string, ConcertView]>([
  ['with seats', concertView({}, { 'General Seating': 3 })],
  ['sold out', concertView({}, { 'General Seating': 0, 'Preferred Seating': 0, 'Premium Seating': 0, 'VIP Seating': 0 })],
  ['that opens nobody knows when', concertView({ saleState: 'soon', sale: { ...sale, opensAt: null, opensText: 'soon' } })],
  ['whose sale ended', concertView({ saleState: 'ended' })],
  ['cancelled with a note', concertView({ state: 'cancelled', stateReason: 'Flooded.', cancellationNote: 'We write to you.' })],
  ['postponed without a date', concertView({ state: 'postponed', stateReason: 'Flooded.', postponement, dateText: 'New date to follow' })],
])('the page that sells says of a concert %s what it was drawn with, until it is alive', async (_, concert) => {
  const { drawn, differences, kept } = await open(concert);
  expect(drawn).toContain('Reserve Your');
  expect(drawn).not.toContain('STAND-IN');
  expect([differences, kept]).toEqual([[], true]);
});

it('its prices are read before its program is there, and a card that was pressed until then is chosen', async () => {
  localStorage.setItem('seating', 'Premium Seating');
  const { drawn, chosen } = await open(concertView());
  expect(drawn.replace(/<[^>]*>/g, ' ')).toMatch(/General +Seats behind the other categories +\$25 +per ticket/);
  expect(chosen).toBe('Premium Seating');
  expect(await open(concertView(), 'VIP Seating')).toMatchObject({ differences: [], kept: true, chosen: 'VIP Seating' });
});

it('the code that this tab waits for is asked for once its program is there', async () => {
  const person = { firstname: 'Anna', lastname: '', email: 'anna@example.org', phoneno: '(555) 123-4567' };
  const body = { ...person, seating: 'General Seating', notickets: 2, amount: 5_000, currency: 'USD', status: 'pending' } as const;
  awaitedReservation.keep({ body, request: 'r'.repeat(20), expiresAt: '2099-01-01T00:00:00.000Z' });
  expect(await open(concertView())).toMatchObject({ differences: [], title: 'Type the code we emailed you' });
});
