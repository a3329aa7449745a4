import { describe, expect, it } from '@jest/globals';
import type { ContactMessage } from '@concert/contracts/notify/contact';
import { answerLink, MAX_LINK_LENGTH } from './answer-link.ts';

const message = (changes: Partial<ContactMessage> = {}) =>
  ({
    id: 'ct_00000000000000000000000000',
    name: 'Anna',
    email: 'anna@example.org',
    subject: 'The hall',
    message: 'Is there a lift?\nThank you.',
    receivedAt: '2026-11-21T12:00:00.000Z',
    ...changes,
  }) as ContactMessage;

/** The link as a mail program reads it. */
function read(link: string) {
  const url = new URL(link);
  return {
    to: decodeURIComponent(url.pathname),
    names: [...url.searchParams.keys()],
    subject: decodeURIComponent(/subject=([^&]*)/.exec(url.search)![1]!),
    body: decodeURIComponent(/body=([^&]*)/.exec(url.search)![1]!),
  };
}

describe('the link that opens an answer', () => {
  it('B2-522 goes to the sender, with Re: and the words quoted', () => {
    expect(read(answerLink(message(), 'UTC'))).toEqual({
      to: 'anna@example.org',
      names: ['subject', 'body'],
      subject: 'Re: The hall',
      body: '\r\n\r\nOn November 21, 12:00 PM Anna wrote:\r\n> Is there a lift?\r\n> Thank you.',
    });
  });

  it('B2-522 adds no header and no recipient, whatever a visitor typed', () => {
    const typed = 'x&bcc=eve@example.org?cc=eve@example.org#% ü';
    const link = answerLink(message({ name: typed, subject: typed, message: typed, email: 'anna+a&b?c=%d@example.org' }), 'UTC');
    expect(read(link)).toMatchObject({ to: 'anna+a&b?c=%d@example.org', names: ['subject', 'body'], subject: `Re: ${typed}` });
    expect(read(link).body).toContain(`> ${typed}`);
    expect(link).not.toMatch(/[?&]b?cc=|[\s"<>#]/);
  });

  it.each(['a', 'ü', '🎵', '\n'])('B2-522 stays short enough for a mail program to open, cut between characters: %j', (character) => {
    const long = message({ name: 'ü'.repeat(120), subject: '音'.repeat(80), message: character.repeat(10_000) });
    const link = answerLink(long, 'UTC');
    expect(link.length).toBeLessThanOrEqual(MAX_LINK_LENGTH);
    expect(link.length).toBeGreaterThan(MAX_LINK_LENGTH - 40);
    expect(read(link).body.endsWith('[…]')).toBe(true);
  });

  it('B2-522 is as short where the subject is long, which is cut as well', () => {
    const link = answerLink(message({ name: '🎵'.repeat(60), subject: '🎵'.repeat(100) }), 'UTC');
    expect(link.length).toBeLessThanOrEqual(MAX_LINK_LENGTH);
    expect(read(link).subject).toMatch(/^Re: (?:🎵)+\[…\]$/u);
    expect(read(link).to).toBe('anna@example.org');
  });
});
