import { describe, expect, it } from '@jest/globals';
import { accountLetterWriter, accountMail, heldSeatsMail } from './account-letter.ts';
import { lengthUntil } from './plain-words.ts';

const url = 'https://concert.example/login#verify=abc_DEF-123';
const expiresAt = '2026-11-22T12:00:00.000Z';
const day = new Date('2026-11-21T12:00:00.000Z');
const ZONE = 'America/New_York';
const mailOf = (mail: Parameters<typeof accountMail>[0], now = day) => accountMail(mail, now, ZONE);

describe('a mail about an account', () => {
  it.each([
    ['verification', 'do nothing'],
    ['password-reset', 'your password stays as it is'],
    ['account-exists', 'nothing you need to do'],
  ] as const)('of %s says how long its link works, and what to do if it was somebody else', (kind, words) => {
    const { html, text } = mailOf({ kind, url, expiresAt });
    for (const twin of [html, text])
      for (const part of [words, 'The link works once, within 1 day of this email.']) expect(twin).toContain(part);
  });

  const soon = new Date('2026-11-22T11:50:03.000Z');

  it('with a code says it first, for what it is, and that nobody asks for it', () => {
    const mail = mailOf({ kind: 'sign-in-code', url, code: '042317', expiresAt }, soon);
    expect(mail.subject).toBe('042317 is your sign-in code');
    expect(mail.html.match(/<a /g)).toHaveLength(1);
    expect(mail.html).toContain('Your code is 042317');
    expect(mail.text).toContain('YOUR CODE IS 042317');
    for (const twin of [mail.html, mail.text])
      for (const part of [
        'Sign in',
        'We will never ask you for the code',
        'The code and the link work once, within 10 minutes of this email.',
      ])
        expect(twin).toContain(part);
  });

  it('B2-641 with a code for a reservation says what is held, for how much and until when by the clock of the venue', () => {
    const held = [{ seating: 'General Seating' as const, notickets: 2, amount: 5_000, holdEndsAt: '2026-11-22T23:23:40.000Z' }];
    const vip = { seating: 'VIP Seating' as const, notickets: 1, amount: 250_000, holdEndsAt: '2026-11-22T23:20:00.000Z' };
    const code = { url, code: '743543', expiresAt };
    const mail = heldSeatsMail(code, { held, timeZone: ZONE }, soon);
    expect(mail.subject).toBe('743543 is your code: 2 seats held until 6:23 PM');
    for (const twin of [mail.html, mail.text])
      for (const part of ['2 seats held until 6:23 PM EST', '2 tickets, General Seating, $50.00 USD', 'Confirm and pay'])
        expect(twin).toContain(part);
    expect(`${mail.html}${mail.text}`).not.toMatch(/UTC|sign in/i);
    // Of several the first end counts: until then all of them are held.
    const several = heldSeatsMail(code, { held: [...held, vip], timeZone: ZONE }, soon);
    expect(several.subject).toBe('743543 is your code: 3 seats held until 6:20 PM');
    expect(several.text).toContain('1 ticket, VIP Seating, $2,500.00 USD');
  });

  it('B2-583 says other moments by the clock of the venue, with its zone', () => {
    const mail = mailOf({ kind: 'new-place', url, login: { at: '2026-11-21T12:00:00.000Z', device: 'Firefox on Windows' } });
    for (const twin of [mail.html, mail.text]) expect(twin).toContain('Saturday, November 21, 2026, 7 AM EST');
  });

  it.each([
    ['2026-11-21T12:00:20.000Z', '1 minute'],
    ['2026-11-21T12:10:00.000Z', '10 minutes'],
    ['2026-11-21T13:59:00.000Z', '1 hour 59 minutes'],
    ['2026-11-22T11:59:58.000Z', '1 day'],
    ['2026-11-28T12:00:00.000Z', '7 days'],
  ])('B2-583 says an end at %s as a length of time: %s', (end, words) => {
    expect(lengthUntil(end, day)).toBe(words);
  });

  it('B2-641 tells what is held where its code was asked for on the reservation page, and does not wait for it', async () => {
    const held = [{ seating: 'VIP Seating' as const, notickets: 1, amount: 250_000, holdEndsAt: '2026-11-22T23:20:00.000Z' }];
    const asked: string[] = [];
    const subjectOf = async (path: string, booking: 'answers' | 'holds nothing' | 'is away') => {
      const link = `https://concert.example/login${path}#enter=secret`;
      const contents = {
        account: () => Promise.resolve({ kind: 'sign-in-code' as const, email: 'a@b.co', url: link, code: '743543', expiresAt }),
      };
      const heldFor = (email: string) => {
        asked.push(email);
        if (booking === 'is away') return Promise.reject(new Error('away'));
        return Promise.resolve({ timeZone: ZONE, held: booking === 'answers' ? held : [] });
      };
      const people = { concert: () => Promise.reject(new Error('away')), heldFor };
      const write = accountLetterWriter({ contents, people, clock: { now: () => soon } }, 'info@concert.example');
      return (await write({ kind: 'sign-in-code', wordsOf: 'ref' })).subject;
    };
    expect(await subjectOf('?nav=rys', 'answers')).toBe('743543 is your code: 1 seat held until 6:20 PM');
    for (const [path, booking] of [
      ['', 'answers'],
      ['?nav=bookings', 'answers'],
      ['?nav=rys', 'holds nothing'],
      ['?nav=rys', 'is away'],
    ] as const)
      expect(await subjectOf(path, booking)).toBe('743543 is your sign-in code');
    expect(asked).toEqual(['a@b.co', 'a@b.co', 'a@b.co']);
  });
});
