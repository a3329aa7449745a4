import { describe, expect, it } from '@jest/globals';
import { escapeHtml } from '@concert/contracts/core/html';
import { MAIL_KINDS } from '@concert/contracts/notify/http';
import type { Letter } from './letter.ts';
import { letters } from './letters.harness.ts';
import type { MailKind } from '../mails/mail.ts';

const plainWords = { line: 'Meera Raghavan', title: 'Music for Meditation Concert', message: 'Good evening,\nis there a lift?' };
/** What a visitor or an organiser could type to break out of a header, a line or an element. */
const evilWords = {
  line: 'Anna\r\nBcc: all@example.org\r\n\r\n<img src=x onerror=alert(1)>\u2028\u202Egnp"\'',
  title: 'Concert\r\nX-Evil: 1\n\n<script>alert(1)</script>\u0000',
  message: 'one\r\nBcc: all@example.org\n</div><script>alert(1)</script>\n.\n',
};

/** As people have them: with letters of Vietnamese, also as marks that follow their letter, of Polish and Turkish, from right to left, and with signs of HTML. */
const hardNames = [
  'Nguyễn Thị Ánh',
  'Nguyễn Thị Ánh'.normalize('NFD'),
  'Łukasz Wąsik',
  'İrem Çağlar Işıl',
  'נועה לוי',
  'محمد علي',
  'मीरा राघवन',
  "Maeve O'Brien-D’Arcy",
  'Anna <Bo> & "Co"',
];

const bothTwins = ({ html, text }: Letter) => [html, text];

describe.each(MAIL_KINDS)('a mail of kind %s', (kind) => {
  it('keeps every header to one line and one address, whatever was typed', async () => {
    const { to, replyTo, subject, fromName, pictures } = await letters(evilWords)(kind);
    for (const header of [
      to.email,
      to.name,
      replyTo,
      subject,
      fromName,
      ...pictures.flatMap(({ filename, contentId }) => [filename, contentId]),
    ]) {
      // eslint-disable-next-line no-control-regex
      expect(header).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/);
    }
    for (const address of [to.email, replyTo]) expect(address).toMatch(/^[^\s,;<>@]+@[^\s,;<>@]+$/);
  });

  it('B5-572 says a name as it was typed wherever it names a person: in header, subject and both twins', async () => {
    const { to, subject, text, html } = await letters(plainWords)(kind);
    for (const name of hardNames) {
      const named = await letters({ ...plainWords, line: name })(kind);
      const say = (words: string, as = (typed: string) => typed) =>
        words.replaceAll(encodeURIComponent(plainWords.line), as(encodeURIComponent(name))).replaceAll(plainWords.line, as(name));
      expect([named.to.name, named.subject, named.text]).toEqual([to.name, subject, text].map((words) => say(words)));
      expect(named.html).toBe(say(html, escapeHtml));
    }
  });

  it('shows markup as text and loads nothing from anywhere', async () => {
    const { html, pictures } = await letters(evilWords)(kind);
    expect(html).not.toMatch(/<(script|img src=x)/i);
    const carried = pictures.map(({ contentId }) => `cid:${contentId}`);
    expect([...html.matchAll(/\ssrc="([^"]*)"/g)].map(([, target]) => target)).toEqual(carried);
    expect(html).not.toMatch(/url\(|@import|<link/);
  });

  it('has a heading, one button, and a plain twin with the same link', async () => {
    const letter = await letters(plainWords)(kind);
    expect(letter.html.match(/role="heading"/g)).toHaveLength(1);
    const buttons = [...letter.html.matchAll(/<a href="([^"]*)" class="act/g)];
    expect(buttons).toHaveLength(1);
    expect(letter.text).toContain(`\n${buttons[0]![1]!.replaceAll('&amp;', '&')}\n`);
    expect(letter.text).not.toMatch(/[<>]\w|&amp;|undefined|null|\[object/);
    expect(letter.html).not.toMatch(/undefined|\[object/);
    expect(letter.subject.length).toBeGreaterThan(5);
  });

  it('is not written to what is no address', async () => {
    const write = letters(plainWords, { email: 'a@b.co,c@d.co' });
    if (kind.startsWith('contact') || kind === 'sender-test') return;
    await expect(write(kind)).rejects.toMatchObject({ name: 'LetterImpossibleError' });
  });

  it('leads nowhere but to a web address', async () => {
    if (!['ticket', 'complimentary-ticket', 'verification', 'cancellation'].includes(kind)) return;
    await expect(letters(plainWords, { url: 'javascript:alert(1)' })(kind)).rejects.toMatchObject({ name: 'LetterImpossibleError' });
  });
});

describe('mails about money', () => {
  it.each(['ticket', 'refund-started', 'refund-issued', 'gift-receipt'] as const)('B3-615 lead to the receipt: %s', async (kind) => {
    const { text, html } = await letters(plainWords)(kind);
    expect(
      [text, html.replaceAll('&amp;', '&')].every((twin) => twin.includes('https://concert.example/receipt?ref=bk_1&ref2=C1.sig')),
    ).toBe(true);
  });

  it.each([
    ['seats are gone', 'the seats had gone to others'],
    ['paid twice', 'your tickets stay as they are'],
    ['second purchase', 'Your other booking stays as it is'],
    ['cancellation', 'cannot take place'],
    ['tickets taken', 'Someone took the seats that you gave back'],
    ['organiser', 'no longer valid'],
    ['a cause of a later version', 'You are refunded what you paid'],
  ])('say why money goes back: %s', async (cause, words) => {
    for (const twin of bothTwins(await letters(plainWords, { cause })('refund-started'))) expect(twin).toContain(words);
  });

  it.each([
    [{ tickets: [3, 4, 5], left: [1, 2] }, ['Tickets 3, 4 and 5 of this booking were returned', 'Tickets 1 and 2 stay valid']],
    [{ tickets: [2], left: [1] }, ['Ticket 2 of this booking was returned and is no longer valid', 'Ticket 1 stays valid']],
    [{ tickets: [], left: [1, 2] }, ['refunding part of this booking. Its tickets stay as they are']],
  ])('B2-546 say of a partial return which tickets ended and which stay: %j', async (part, words) => {
    for (const twin of bothTwins(await letters(plainWords, { part })('refund-started'))) {
      for (const said of [...words, '$50.00 USD']) expect(twin).toContain(said);
      expect(twin).not.toContain('Its tickets are no longer valid');
    }
    for (const twin of bothTwins(await letters(plainWords, { part })('refund-issued'))) expect(twin).toContain('Still valid');
  });

  it('tell of a gift beside the seats with the tickets, and by itself when it goes back', async () => {
    for (const twin of bothTwins(await letters(plainWords, { giftMinor: 2_000 })('ticket'))) expect(twin).toContain('$20.00 USD');
    const back = { cause: 'gift sent back', part: { tickets: [], left: [1, 2] } };
    for (const twin of bothTwins(await letters(plainWords, back)('refund-started'))) expect(twin).toContain('refunding your gift');
  });

  it('B2-555 thank for a gift with a receipt: how much, for what, when, its number, and which tickets stay', async () => {
    for (const twin of bothTwins(await letters(plainWords, { part: { tickets: [2], left: [1] } })('gift-receipt'))) {
      for (const said of [
        '$50.00 USD',
        'The welfare work',
        'Saturday, November 21, 2026',
        'rf_1',
        'Ticket 2 of this booking',
        'Ticket 1 stays valid',
      ])
        expect(twin).toContain(said);
      for (const unsaid of ['4242', 'card', 'refund', 'Expected by']) expect(twin).not.toContain(unsaid);
    }
  });

  it('say how much, to which card, and by when', async () => {
    for (const kind of ['refund-started', 'refund-issued', 'cancellation'] as const) {
      for (const twin of bothTwins(await letters(plainWords)(kind)))
        for (const words of ['$50.00 USD', '4242', 'Saturday, December 5, 2026', 'bk_1']) expect(twin).toContain(words);
    }
  });

  it('do not say that money was sent when it was not', async () => {
    for (const kind of ['refund-started', 'refund-issued'] as const)
      await expect(letters(plainWords, { state: 'failed' })(kind)).rejects.toThrow('the refund has failed meanwhile');
    for (const twin of bothTwins(await letters(plainWords, { state: 'failed' })('cancellation')))
      expect(twin).toContain('the organisers are looking into it');
  });

  it('B3-615 of a cancellation name each booking of their reader, what goes back for it, and a page and a receipt for each', async () => {
    const others = [2, 3].map((number) => ({
      bookingId: `bk_${number}`,
      state: 'planned' as const,
      amount: { amountMinor: number * 1_000, currency: 'USD' as const },
      seating: evilWords.line,
      tickets: number,
      refundUrl: `https://concert.example/refund?ref=bk_${number}&ref2=s`,
      receiptUrl: `https://concert.example/receipt?ref=bk_${number}&ref2=s`,
    }));
    const letter = await letters(plainWords, { others })('cancellation');
    for (const twin of bothTwins(letter))
      for (const words of [
        '$100.00 USD',
        'Your refund of $100.00 is on its way',
        '3 bookings',
        '$50.00',
        '$20.00',
        '$30.00',
        'bk_1',
        'bk_2',
        'bk_3',
      ])
        expect(twin).toContain(words);
    const receipt = { bookingId: 'bk_1', receiptUrl: 'https://concert.example/receipt?ref=bk_1&ref2=C1.sig' };
    for (const { bookingId, receiptUrl } of [receipt, ...others])
      expect(letter.text).toContain(`\nOpen the receipt of ${bookingId}:\n${receiptUrl}\n`);
    for (const url of others.flatMap(({ refundUrl, receiptUrl }) => [refundUrl, receiptUrl])) {
      expect(letter.text).toContain(`\n${url}\n`);
      expect(letter.html).toContain(`href="${url.replaceAll('&', '&amp;')}"`);
    }
    expect(letter.html).not.toMatch(/<img src=x/i);
    await expect(
      letters(plainWords, { others: [{ ...others[0]!, refundUrl: 'javascript:alert(1)' }] })('cancellation'),
    ).rejects.toMatchObject({ name: 'LetterImpossibleError' });
  });
});

describe('mails of visitors', () => {
  it("answers to a message go to its sender, and the sender's own mail repeats nothing that was typed", async () => {
    const toOrganisers = await letters(plainWords)('contact-received');
    expect(toOrganisers).toMatchObject({ to: { email: 'organisers@concert.example' }, replyTo: 'meera@example.org' });
    expect(toOrganisers.html).toContain('Good evening,<br>is there a lift?');
    const toSender = await letters(plainWords)('contact-acknowledged');
    expect(toSender).toMatchObject({ to: { email: 'meera@example.org', name: '' }, replyTo: 'organisers@concert.example' });
    expect(bothTwins(toSender).join('')).not.toMatch(/Meera|lift/);
  });

  it('of a day that are too many come in one mail, with the sender of each, and say how many are left out', async () => {
    const digest = await letters(plainWords)('contact-digest');
    expect(digest).toMatchObject({ to: { email: 'organisers@concert.example' }, replyTo: 'organisers@concert.example' });
    expect(digest.subject).toBe('Contact form: 2 more messages');
    for (const part of ['meera@example.org', 'is there a lift?', 'The first one is here', 'https://concert.example/contact-messages'])
      expect(digest.text).toContain(part);
  });
});

describe('messages of runs', () => {
  it('B2-514 to the next-date list carry one press that leaves it, in the header and as a link; others do not', async () => {
    const listed = await letters(plainWords, { listed: true })('message');
    expect(listed.headers).toEqual({
      Precedence: 'bulk',
      'List-Id': '<next-date.concert.example>',
      'List-Unsubscribe': '<https://concert.example/api/waiting/one-click?ref=wt_1&ref2=C1.leave>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    for (const twin of bothTwins(listed)) expect(twin).toMatch(/\/waiting\?ref=wt_1&(amp;)?ref2=C1\.leave/);
    const leave = {
      'List-Unsubscribe': '<https://concert.example/api/waiting/one-click?a=1&b=2&leave>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    };
    const others: Partial<Record<MailKind, object>> = { message: { Precedence: 'bulk' }, 'waiting-joined': leave, 'waiting-missed': leave };
    for (const kind of MAIL_KINDS)
      if (!kind.startsWith('invitation')) expect((await letters(plainWords)(kind)).headers).toEqual(others[kind]);
  });

  it('B2-514 are not written to somebody who left the list', async () => {
    await expect(letters(plainWords, { listed: true, left: true })('message')).rejects.toMatchObject({ name: 'LetterUnwantedError' });
  });
});

describe('mails of the waiting list', () => {
  it.each([
    ['waiting-joined', ['you wait for 2 seats. 3 seats before you.', 'Leave the list', '&leave']],
    ['waiting-offered', ['2 seats for you until Sunday, 6 PM', '2 seats in General Seating', '$50.00 USD', 'November 22, 2026, 6 PM EST']],
    ['waiting-missed', ['You owe nothing', 'join the list again']],
  ] as const)('say how the place stands, and what can be done: %s', async (kind, words) => {
    const { text, subject } = await letters(plainWords)(kind);
    for (const one of words) expect(`${subject}\n${text}`).toContain(one);
  });

  it.each([
    ['waiting-joined', { state: 'offered' }],
    ['waiting-offered', { state: 'bought' }],
    ['waiting-offered', { offer: { seating: 'VIP Seating', amount: {}, endsAt: '2026-11-21T11:59:59.000Z' } }],
    ['waiting-missed', { state: 'waiting' }],
  ] as const)('are not sent once the place is another one: %s, now %j', async (kind, waiting) => {
    await expect(letters(plainWords, { waiting: waiting as object })(kind)).rejects.toMatchObject({ name: 'LetterUnwantedError' });
  });
});

it('emails of tickets given back say that they stay valid until taken, or that all are kept; once taken they are not sent', async () => {
  const written = (wordsOf: string) => letters(plainWords, { wordsOf })('returning-changed');
  expect((await written('bk_1 2')).text).toMatch(/YOU GIVE 1 TICKET BACK[^]*It stays valid until someone takes the seat\./);
  expect((await written('bk_1 ')).subject).toContain('You keep all your tickets');
  await expect(written('bk_1 2,3')).rejects.toMatchObject({ name: 'LetterUnwantedError' });
});
