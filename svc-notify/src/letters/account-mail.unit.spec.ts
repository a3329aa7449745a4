import { describe, expect, it } from '@jest/globals';
import { accountLetterWriter } from './account-letter.ts';
import { accountMail } from './account-mail.ts';

const url = 'https://concert.example/login#verify=abc_DEF-123';
const expiresAt = '2026-11-22T12:00:00.000Z';

describe('a mail about an account', () => {
  it.each([
    ['verification', 'Please verify your email', 'Verify my email', 'do nothing'],
    ['password-reset', 'Choose a new password', 'Choose a new password', 'your password stays as it is'],
    ['account-exists', 'You already have an account', 'Go to the sign-in page', 'nothing you need to do'],
  ] as const)(
    'of %s has one button, the same words as plain text, and says what to do if it was somebody else',
    (kind, subject, button, words) => {
      const mail = accountMail({ kind, url, expiresAt });
      expect(mail.subject).toBe(subject);
      expect(mail.html.match(/<a /g)).toHaveLength(1);
      expect(mail.html).toContain(`href="${url}"`);
      for (const twin of [mail.html, mail.text])
        for (const part of [button, words, 'The link works once, until Sunday, November 22, 2026, 12 PM UTC.'])
          expect(twin).toContain(part);
      expect(mail.text).toContain(`\n${url}\n`);
    },
  );

  it('with a code says it first, for what it is, and that nobody asks for it', () => {
    const mail = accountMail({ kind: 'sign-in-code', url, code: '042317', expiresAt });
    expect([mail.subject, mail.subject.includes('042317')]).toEqual(['Your code to sign in', false]);
    expect(mail.html.match(/<a /g)).toHaveLength(1);
    expect(mail.html).toContain('Your code is 042317');
    expect(mail.text).toContain('YOUR CODE IS 042317');
    for (const twin of [mail.html, mail.text])
      for (const part of ['to sign in', 'None of us will ever ask you for it', 'The code and the link work once, until'])
        expect(twin).toContain(part);
  });

  it('that carries no secret says nothing of an end', () => {
    const mail = accountMail({ kind: 'account-exists', url: 'https://concert.example/login' });
    expect(mail.text).not.toContain('until');
  });

  it('is for the address alone, carries no name, and is not written to what is no address or link', async () => {
    const write = (mail: { email: string; url: string }) =>
      accountLetterWriter(
        { show: () => Promise.resolve({ kind: 'verification', ...mail }) },
        new Uint8Array(),
        'info@concert.example',
      )({ kind: 'verification', wordsOf: 'ref' });
    expect(await write({ email: 'anna@example.org', url })).toMatchObject({
      to: { email: 'anna@example.org', name: '' },
      fromName: 'Music for Meditation Concert',
      replyTo: 'info@concert.example',
    });
    await expect(write({ email: 'a@b.co,c@d.co', url })).rejects.toThrow('the address of the account is not one');
    await expect(write({ email: 'anna@example.org', url: 'javascript:alert(1)' })).rejects.toThrow('the link of the mail is not one');
  });
});
