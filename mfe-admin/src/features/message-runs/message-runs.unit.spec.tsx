import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AnswerOf } from '@concert/contracts/core/route';
import { messageRunRoutes } from '@concert/contracts/notify/message-runs';
import { timedMessageRoutes, type TimedMessageView } from '@concert/contracts/notify/timed-messages';
import { recipientRoutes } from '@concert/contracts/notify/recipients';
import { recordToasts, advance, person, press, showScreen, currentAddress } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite, type Site } from '@concert/web-kit/testing/site.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import Messages from '../../routes/messages.tsx';

const routes = { ...messageRunRoutes, ...recipientRoutes, ...timedMessageRoutes };
type Routes = typeof routes;
type Run = AnswerOf<Routes['showMessageRun']>;
type Recipient = AnswerOf<Routes['listRecipients']>['items'][number];

const runId = `mr_${'1'.repeat(26)}`;
const bookingId = `bk_${'1'.repeat(26)}`;
const message = { reader: 'everybody' as const, subject: 'The hall', words: 'The **north** door is open.' };
const coverage = { audience: 700, delivered: 512, bounced: 3, underWay: 185, called: 0, left: 0 };

function run(changes: Partial<Run> = {}): Run {
  return {
    id: runId,
    purpose: 'free',
    audience: { guests: ['v'] },
    messages: [message],
    state: 'draft',
    createdAt: '2026-11-21T12:00:00.000Z',
    count: 2,
    version: 1,
    confirmation: 'Send to 2',
    ...changes,
  };
}

const started = (changes: Partial<Run> = {}): Run =>
  run({ state: 'running', startedAt: '2026-11-21T12:01:00.000Z', confirmation: undefined, count: 700, coverage, ...changes });

function recipient(number: number, changes: Partial<Recipient> = {}): Recipient {
  return {
    id: `rc_${String(number).padStart(26, '0')}`,
    reader: 'buyer',
    state: 'unreached',
    name: `Anna ${number}`,
    email: `anna.${number}@exampel.org`,
    phone: '(555) 123-4567',
    of: [bookingId],
    reason: 'there is no such address (5.1.1)',
    ...changes,
  };
}

const timed = (changes: Partial<TimedMessageView>): TimedMessageView => ({
  ...{ message: 'day-before', isOn: true, days: -1, time: '10:00', subject: 'Tomorrow: the evening', words: 'Bring **a shawl**.' },
  ...{ isEdited: false, dueAt: '2024-07-12T14:00:00.000Z', state: 'planned', version: 0 },
  ...changes,
});

let site: Site<Routes>;
const open = (query = '') => showScreen(<Messages />, { at: `/messages?${query}`, session: person('organiser'), pageTitle: 'Messages' });

beforeEach(() => {
  jest.useFakeTimers();
  site = standInForSite(routes, {
    listMessageRuns: { items: [] },
    listTimedMessages: { items: [] },
    listReadyMadeRuns: {
      items: [
        { purpose: 'new-date', audience: { guests: ['h', 'v', 'f'], inside: true }, messages: [{ ...message, subject: 'Thank you' }] },
      ],
    },
    countAudience: {
      count: 2,
      readers: [{ reader: 'VIP guest', count: 2 }],
      people: [
        { name: 'Vera', reader: 'VIP guest' },
        { name: '', reader: 'VIP guest' },
      ],
    },
    previewMessage: {
      subject: 'The hall',
      html: '<body class="ground" style="margin:0px"><p class="ink">The <strong>north</strong> door is open.</p></body>',
      text: 'The north door is open.',
    },
    listRecipients: { items: [] },
  });
});

describe('the list of message runs', () => {
  it('B2-525 shows each with its state and whom it reached, and leads to a new one of each kind', async () => {
    site.answer({ listMessageRuns: { items: [started(), run({ id: `mr_${'2'.repeat(26)}` })] } });
    await open();
    const [, ...rows] = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'The hallA message of your ownBeing sent700512 delivered, 3 not, 185 under wayNovember 21, 12:01 PM',
      'The hallA message of your ownDraft2Not begunNovember 21, 12:00 PM',
    ]);
    expect(screen.getByRole('link', { name: 'The concert has a new date' }).getAttribute('href')).toBe('/messages?new=new-date');
    await advance(5_000);
    expect(site.to('listMessageRuns')).toHaveLength(2);
  });
});

describe('B6-539 mails by the clock', () => {
  it('stand in the order of their times, each with its state and why, and lead to their people', async () => {
    const all = { audience: 185, delivered: 185, bounced: 0, underWay: 0, called: 0, left: 2 };
    site.answer({
      listTimedMessages: {
        items: [
          timed({ message: 'week-before', state: 'sent', dueAt: '2024-07-06T14:00:00.000Z', run: { id: runId as never, coverage: all } }),
          timed({ state: 'left_out', changedLate: true }),
          timed({ message: 'morning-after', isOn: false, state: 'off' }),
        ],
      },
    });
    await open();
    const [tickets, week, day, after, ...more] = [...document.querySelectorAll('ol > li')].map(({ textContent }) => textContent);
    expect(more).toEqual([]);
    expect(tickets).toMatch(/^At onceTickets/);
    expect(week).toMatch(/^Saturday, July 6, 2024, 2 PM UTCA week before.*Sent to 185 people/);
    expect(day).toMatch(/The day before.*Left outIt was switched on or moved after its time\./);
    expect(after).toMatch(/The morning after.*Off/);
    expect(screen.getByRole('link', { name: 'Recipients: A week before' }).getAttribute('href')).toBe(`/messages?run=${runId}`);
    expect(screen.getByRole('link', { name: 'View or edit: The day before' }).getAttribute('href')).toBe('/messages?timed=day-before');
  });

  it('are moved, switched off, given other words and seen as mail', async () => {
    site.answer({ listTimedMessages: { items: [timed({})] }, changeTimedMessage: timed({ version: 1 }) });
    await open('timed=day-before');
    expect(site.to('previewMessage')[0]!.body).toEqual({
      ...{ purpose: 'reminder', reader: 'buyer', subject: 'Tomorrow: the evening', words: 'Bring **a shawl**.' },
    });
    // Everybody reads the same.
    expect(screen.queryByLabelText('Reader')).toBeNull();
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: '-2' } });
    fireEvent.change(screen.getByLabelText(/^Time at the venue/), { target: { value: '05:00' } });
    await press('Save');
    expect(screen.getAllByText('Time must lie between 06:00 and 19:59').length).toBeGreaterThan(0);
    expect(site.to('changeTimedMessage')).toEqual([]);
    fireEvent.change(screen.getByLabelText(/^Time at the venue/), { target: { value: '18:30' } });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Send this email' }));
    await press('Save');
    expect(site.to('changeTimedMessage').map(({ body }) => body)).toEqual([
      { isOn: false, days: -2, time: '18:30', version: 0, words: null },
    ]);
    expect(currentAddress()).toBe('/messages');
  });
});

describe('a new message run', () => {
  it('B2-525 begins with ready-made words, is changed, saved as a draft and shown', async () => {
    site.answer({ createMessageRun: run({ purpose: 'new-date' }), showMessageRun: run({ purpose: 'new-date' }) });
    await open('new=new-date');
    fireEvent.change(screen.getByLabelText('Subject'), { target: { value: 'Thank you all' } });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Buyers' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'VIP Seating' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Friends and Family' }));
    await press('Preview and count recipients');
    expect(site.to('createMessageRun').map(({ body }) => body)).toEqual([
      {
        purpose: 'new-date',
        audience: {
          buyers: {
            statuses: ['paid', 'late_paid', 'refund_failed'],
            seatings: ['General Seating', 'Preferred Seating', 'Premium Seating'],
          },
          guests: ['h', 'v'],
          inside: true,
        },
        messages: [{ reader: 'everybody', subject: 'Thank you all', words: message.words }],
      },
    ]);
    expect(currentAddress()).toBe(`/messages?run=${runId}`);
    expect(screen.getByRole('heading', { name: 'Goes to 2 people' })).toBeTruthy();
  });

  it('B5-552 makes selected words bold at a press, and shows the mail beside what is typed', async () => {
    await open('new=free');
    expect(screen.getByText('Your preview appears here.')).toBeTruthy();
    const area = screen.getByLabelText<HTMLTextAreaElement>('Message');
    fireEvent.change(screen.getByLabelText('Subject'), { target: { value: 'The hall' } });
    fireEvent.change(area, { target: { value: 'The north door is open.' } });
    area.setSelectionRange(4, 9);
    await press('Bold: the message to everyone else');
    expect([area.value, area.selectionStart, area.selectionEnd]).toEqual(['The **north** door is open.', 6, 11]);
    expect(site.to('previewMessage')).toEqual([]);
    await advance(700);
    expect(site.to('previewMessage').at(-1)?.body).toMatchObject({ subject: 'The hall', words: 'The **north** door is open.' });
    expect(screen.getByRole('group', { name: 'Email: The hall' })).toBeTruthy();
  });

  it('says what is missing at its field and sends nothing', async () => {
    await open('new=free');
    await press('Preview and count recipients');
    expect(screen.getByText('Subject is required', { selector: 'p' })).toBeTruthy();
    expect(screen.getAllByText('Choose at least one group of people').length).toBeGreaterThan(0);
    expect(site.to('createMessageRun')).toEqual([]);
  });
});

describe('a draft', () => {
  it('B2-525 shows how many of whom it goes to, and the mail as each look', async () => {
    site.answer({ showMessageRun: run() });
    await open(`run=${runId}`);
    expect(screen.getByText('2: VIP guests')).toBeTruthy();
    expect(screen.getByText('Vera', { exact: false })).toBeTruthy();
    const mail = screen.getByRole('group', { name: 'Email: The hall' });
    expect(mail.shadowRoot?.textContent).toBe('The north door is open.');
    expect(mail.shadowRoot?.querySelector('strong')?.textContent).toBe('north');
    fireEvent.click(screen.getByRole('radio', { name: 'Plain text' }));
    expect(screen.getByText('The north door is open.').tagName).toBe('PRE');
    fireEvent.click(screen.getByRole('radio', { name: 'Dark' }));
    expect(screen.getByRole('group', { name: 'Email: The hall' })).toBeTruthy();
  });

  it('is mailed to the organiser alone as a test', async () => {
    const toasts = recordToasts();
    site.answer({ showMessageRun: run(), testMessage: { sentTo: 'organiser@example.org' } });
    await open(`run=${runId}`);
    await press('Send me a test');
    expect(toasts).toMatchObject([{ text: 'It is on its way to organiser@example.org.' }]);
    expect(site.to('testMessage')[0]!.body).toEqual({ purpose: 'free', reader: 'buyer', subject: message.subject, words: message.words });
  });

  it('B2-525 is started only once its number of people was typed', async () => {
    site.answer({ showMessageRun: run(), startMessageRun: started() });
    await open(`run=${runId}`);
    const typed = screen.getByLabelText('Type Send to 2 to confirm');
    fireEvent.change(typed, { target: { value: 'send' } });
    await press('Send to 2 people');
    expect([screen.getByText('Please type Send to 2, letter for letter.'), site.to('startMessageRun')]).toEqual([expect.anything(), []]);
    fireEvent.change(typed, { target: { value: ' Send to 2 ' } });
    await press('Send to 2 people');
    expect(site.to('startMessageRun')[0]).toMatchObject({ params: { runId }, body: { version: 1, confirmation: 'Send to 2' } });
    expect(screen.getByRole('img', { name: /^Delivered: 512/ })).toBeTruthy();
  });

  it.each([
    ['people', 'notify.audience_changed', 'The number of people has changed, please check it again'],
    ['words', 'notify.message_run_changed', 'This message has just been changed, please read it again'],
  ] as const)('B9-556 is shown anew, and says so, when its %s have changed meanwhile', async (_, code, text) => {
    const toasts = recordToasts();
    site.answer({ showMessageRun: [run(), run({ version: 2, count: 3, confirmation: 'Send to 3' })], startMessageRun: refusal(code) });
    await open(`run=${runId}`);
    fireEvent.change(screen.getByLabelText('Type Send to 2 to confirm'), { target: { value: 'Send to 2' } });
    await press('Send to 2 people');
    expect(screen.getByLabelText('Type Send to 3 to confirm')).toBeTruthy();
    expect(toasts).toMatchObject([{ tone: 'bad', text }]);
  });
});

describe('a message run under way', () => {
  it('B2-526 shows its coverage in figures and words, and asks again every two seconds until it is over', async () => {
    site.answer({
      showMessageRun: [
        started(),
        started({ coverage: { ...coverage, delivered: 600, underWay: 97 } }),
        started({ state: 'sent', coverage: { ...coverage, delivered: 697, underWay: 0 } }),
      ],
    });
    await open(`run=${runId}`);
    const bar = () => screen.getByRole('img').getAttribute('aria-label');
    expect(bar()).toBe('Delivered: 512 (73 %), Did not arrive: 3 (0 %), Under way: 185 (26 %) of 700 people');
    for (const words of ['Delivered: 512 (73 %)', 'Did not arrive: 3 (0 %)', 'Under way: 185 (26 %)'])
      expect(screen.getByText(words)).toBeTruthy();
    await advance(2_000);
    expect(bar()).toContain('Delivered: 600');
    await advance(2_000);
    expect(bar()).toContain('Delivered: 697');
    await advance(60_000);
    expect(site.to('showMessageRun')).toHaveLength(3);
  });

  it('B2-527 B6-510 names the unreached with phone and reason, in the order to call; a call is noted, and an address corrected', async () => {
    const toasts = recordToasts();
    const called = recipient(1, { calledAt: '2026-11-21T13:00:00.000Z' });
    site.answer({
      showMessageRun: started({ state: 'sent' }),
      listRecipients: { items: [recipient(2, { reader: 'next date', name: '', of: [], phone: '' }), recipient(1)] },
      noteCall: called,
      correctRecipient: recipient(1, { state: 'under_way' }),
    });
    await open(`run=${runId}`);
    expect(site.to('listRecipients')[0]!.query).toEqual({ state: 'unreached' });
    const [, ...rows] = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows[0]!.textContent).toBe(
      'Anna 1anna.1@exampel.org(555) 123-4567buyers who have paidthere is no such addressCorrect the email …I called',
    );
    expect(within(rows[0]!).getByRole('link', { name: '(555) 123-4567' }).getAttribute('href')).toBe('tel:+15551234567');
    // Whoever signed up for the list alone has no address that could be corrected.
    expect(within(rows[1]!).queryByRole('button', { name: /^Correct/ })).toBeNull();
    await press('I called Anna 1');
    expect(site.to('noteCall')[0]!.params).toEqual({ runId, recipientId: recipient(1).id });
    expect(screen.getByText('Called November 21, 1:00 PM')).toBeTruthy();
    // The coverage has changed with it.
    expect(site.to('showMessageRun')).toHaveLength(2);
    await press('Correct the email of Anna 1');
    const dialog = screen.getByRole('dialog', { name: 'Correct the email of Anna 1?' });
    fireEvent.change(within(dialog).getByLabelText('Corrected email'), { target: { value: 'anna.1@example.org' } });
    await press('Correct it and send again', dialog);
    expect(site.to('correctRecipient')[0]).toMatchObject({
      params: { runId, recipientId: recipient(1).id },
      body: { email: 'anna.1@example.org' },
      key: expect.any(String),
    });
    expect(toasts).toMatchObject([{ text: 'Missed emails are on their way to anna.1@example.org.' }]);
  });
});
