import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { doorRoutes, type FoundHolder } from '@concert/contracts/booking/door';
import { person, press, showScreen } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite, type Site } from '@concert/web-kit/testing/site.ts';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import type { FoundTickets, Verdict } from './door-list.ts';
import { LostTicket } from './lost-ticket.tsx';
import { texts } from './texts.ts';

const words = texts.lost;
const SCAN = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const ticket = { seating: 'VIP Tickets', number: 1, of: 3, state: 'valid' as const };
const vera: FoundHolder = {
  holder: `bk_${'1'.repeat(26)}` as FoundHolder['holder'],
  name: 'Vera Lind',
  tickets: [
    ticket,
    { ...ticket, number: 2, insideAt: '2027-07-03T22:00:00.000Z', insideDoor: 'East', insideScan: SCAN },
    { ...ticket, number: 3, state: 'refunded' },
  ],
};

let site: Site<typeof doorRoutes>;
/** What was asked to be let in, and what becomes of it. */
let asked: FoundTickets[];
let verdicts: Pick<Verdict, 'admitted' | 'reason'>[];
/** Undoes a scan. */
let undo: (scanId: string) => void;
const onFound = jest.fn();

beforeEach(() => {
  site = standInForSite(doorRoutes, {});
  [asked, verdicts] = [[], []];
  jest.useFakeTimers();
});

async function open(offline = false, role: 'door' | 'organiser' = 'door') {
  const onAdmit = (found: FoundTickets) => {
    asked.push(found);
    const verdict = verdicts[asked.length - 1]!;
    const scans = found.tickets.map((one) => ({ ...one, scannedAt: '', door: 'West' }));
    return Promise.resolve({ scanId: scans[0]!.scanId, offline: false, ...verdict, ...(verdict.admitted ? { scans } : {}) });
  };
  function Door() {
    const [undone, setUndone] = useState<ReadonlySet<string>>(new Set());
    undo = (scanId) => act(() => setUndone(new Set([scanId])));
    return <LostTicket door="West" {...{ offline, onAdmit, onFound, undone }} timeZone="UTC" />;
  }
  await showScreen(<Door />, { session: person(role) });
}
async function find(text: string) {
  fireEvent.change(screen.getByLabelText(words.label), { target: { value: text } });
  await press(words.find);
}

describe('a lost ticket', () => {
  it('B5-514 is asked for at the server, and let in by name: pressed again after no answer, it is the same scan', async () => {
    site.answer({ lookUpHolders: { holders: [vera], more: false } });
    verdicts = [{ admitted: false, reason: 'needs_network' }, { admitted: true }];
    await open();
    await find('ver');
    expect(site.to('lookUpHolders')).toMatchObject([{ body: { text: 'ver', door: 'West' } }]);
    for (const text of ['1 booking was found.', 'Already inside since 22:00 UTC (East).', texts.reasons.refunded])
      expect(screen.getByText(text)).toBeTruthy();
    const button = words.admitTicket(vera.name, texts.ticket('VIP Tickets', 1, 3));
    await press(button);
    await press(button);
    expect(asked.map(({ tickets }) => tickets.map(({ byName }) => byName))).toEqual(
      [1, 1].map((number) => [{ holder: vera.holder, number }]),
    );
    expect(asked[0]).toEqual(asked[1]);
    expect(screen.queryByRole('button', { name: button })).toBeNull();
    expect(onFound).toHaveBeenCalledWith(screen.getByRole('group', { name: words.results }));
  });

  it('B5-617 a family is let in by one press; whoever was undone can be let in again, as another scan', async () => {
    const tickets = [1, 2].map((number) => ({ ...ticket, number, of: 2 }));
    site.answer({ lookUpHolders: { holders: [{ ...vera, tickets }], more: false } });
    verdicts = [{ admitted: true }, { admitted: true }];
    await open();
    await find('ver');
    await press(words.admitAllOf(2, vera.name));
    const [first, second] = asked[0]!.tickets.map(({ scanId }) => scanId);
    const left = () => screen.queryAllByRole('button', { name: /^Let in/ }).map((button) => button.getAttribute('aria-label'));
    expect([asked[0]!.name, asked[0]!.tickets.length, left()]).toEqual([vera.name, 2, []]);
    undo(second!);
    expect(left()).toEqual([words.admitTicket(vera.name, texts.ticket('VIP Tickets', 2, 2))]);
    await press(left()[0]!);
    expect([first, second]).not.toContain(asked[1]!.tickets[0]!.scanId);
  });

  it('B5-603 whose admission was a mistake is taken back by an organiser, after a question, and by no helper', async () => {
    site.answer({ lookUpHolders: { holders: [vera], more: false }, takeAdmissionBack: [refusal('booking.not_inside'), undefined] });
    await open(false, 'organiser');
    await find('ver');
    const second = texts.ticket('VIP Tickets', 2, 3);
    const takeBack = async () => {
      await press(words.takeBackOf(vera.name, second));
      await press(words.ask.confirm);
    };
    await takeBack();
    expect(screen.getByText(/This admission has already been undone. Search for the name again/)).toBeTruthy();
    await takeBack();
    expect(site.to('takeAdmissionBack').map(({ body }) => body)).toEqual(Array(2).fill({ holder: vera.holder, number: 2, scanId: SCAN }));
    expect(screen.getByRole('button', { name: words.admitTicket(vera.name, second) })).toBeTruthy();
    cleanup();
    await open();
    await find('ver');
    expect(screen.queryByRole('button', { name: words.takeBackOf(vera.name, second) })).toBeNull();
  });

  it('B5-514 says what is missing, and when there are no more look-ups in this hour', async () => {
    site.answer({
      lookUpHolders: [
        refusal('request.invalid', { errors: [{ pointer: '/text', field: 'text', detail: 'Type at least three letters' }] }),
        refusal('request.too_many'),
      ],
    });
    await open();
    await find('ve');
    expect(screen.getByText('Type at least three letters')).toBeTruthy();
    await find('ver');
    expect(screen.getByText(words.tooMany)).toBeTruthy();
  });

  it('B5-514 says without network that it needs the network or an organiser', async () => {
    await open(true);
    expect(screen.getByText(words.offline)).toBeTruthy();
    expect([screen.queryByLabelText(words.label), site.calls]).toEqual([null, []]);
  });
});
