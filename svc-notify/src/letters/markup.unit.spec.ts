import { describe, expect, it } from '@jest/globals';
import { parseMarkup } from './markup.ts';
import { messageMail } from './message-mail.ts';

const concert = { title: 'Concert', timeZone: 'America/New_York', supportEmail: 'info@concert.example', supportPhone: '(555) 123-4567' };
const mailOf = (words: string) => messageMail({ subject: 'News', words }, { name: 'Meera', concert }, 'https://concert.example/');

describe('the news of a new date', () => {
  const offer = {
    url: 'https://concert.example/choose?ref=1&ref2=x',
    seating: 'Premium Seating',
    chooseUntil: '2027-03-01T04:59:00.000Z',
  } as const;
  const mail = (silence: 'keep' | 'refund') =>
    messageMail(
      { subject: 'News', words: 'A new date.' },
      {
        ...{ name: 'Meera', concert },
        choices: [
          { ...offer, tickets: 6, silence },
          { ...offer, url: 'https://concert.example/choose?ref=2&ref2=y', tickets: 1, silence },
        ],
      },
      'https://concert.example/',
    );

  it('brings a link to choose by for each booking, until when, and what silence means, after the words of the organiser', () => {
    const { html, text } = mail('refund');
    expect(text).toContain(
      'A new date.\n\nUntil Sunday, February 28, 2027, 11:59 PM EST you can choose: keep all tickets, or return some or all of them. They are refunded to your card, or given to the welfare work if you wish. If you choose nothing, your tickets are then cancelled and refunded to the card you paid with.\n\n',
    );
    expect(text).toContain('Choose for your 6 tickets, Premium Seating:\nhttps://concert.example/choose?ref=1&ref2=x\n');
    expect(text).toContain('Choose for your ticket, Premium Seating:\nhttps://concert.example/choose?ref=2&ref2=y\n');
    expect(html).toContain('<a href="https://concert.example/choose?ref=1&amp;ref2=x" class="act');
    expect(html).not.toContain('Open the concert site');
    expect(mail('keep').text).toContain('If you choose nothing, you keep your tickets, and they are valid for the new date.');
    expect(mailOf('A new date.').text).not.toContain('choose');
  });
});

describe('B2-513 the words of a message', () => {
  it('are paragraphs, lists, bold words and links, and nothing else', () => {
    expect(parseMarkup('One **two**\nthree\n\n- four\n- [five](https://a.example/x?y=1&z=2)\nsix')).toEqual([
      { kind: 'paragraph', lines: [[{ text: 'One ' }, { text: 'two', bold: true }], [{ text: 'three' }]] },
      { kind: 'list', lines: [[{ text: 'four' }], [{ text: 'five', url: 'https://a.example/x?y=1&z=2' }]] },
      { kind: 'paragraph', lines: [[{ text: 'six' }]] },
    ]);
  });

  it('are laid out as HTML and as plain text', () => {
    const { html, text } = mailOf('See **you** at [the hall](https://hall.example/?a=1&b=2)\n\n- one\n- two');
    expect(html).toContain('See <strong>you</strong> at <a href="https://hall.example/?a=1&amp;b=2"');
    expect(html).toContain('<li>one</li><li>two</li>');
    expect(text).toContain('Dear Meera,\n\nSee you at the hall (https://hall.example/?a=1&b=2)\n\n- one\n- two\n');
    expect(mailOf('Write to [a@b.example](mailto:a@b.example)').text).toContain('\n\nWrite to a@b.example\n\n');
  });

  it.each([
    '<script>alert(1)</script>',
    '**<img src=x onerror=alert(1)>**',
    '[<b>x</b>](https://a.example/)',
    '[x](javascript:alert(1))',
    '[x](javascript:alert`1`)',
    '[x](data:text/html,x)',
    '[x](https://a.example/"onmouseover="alert(1))',
    '{{name}} ${name} <%= name %>',
  ])('are escaped and fill in nothing: %s', (words) => {
    const { html } = mailOf(words);
    const body = html.slice(html.indexOf('<body'));
    expect(body).not.toMatch(/<(script|img src=x|b>)|javascript:[^<]*"|"onmouseover/);
    for (const [, address] of body.matchAll(/href="([^"]*)/g)) expect(address).toMatch(/^(https?:|mailto:|tel:)/);
    if (words.startsWith('{{')) expect(body).toContain('{{name}} ${name} &lt;%= name %&gt;');
  });

  it.each([
    ['https://theatre.example', 'https://evil.example/x'],
    ['theatre.example', 'https://evil.example/x'],
    ['www.theatre.example/tickets', 'https://theatre.example.evil.example/'],
    ['Your tickets: theatre.example', 'https://evil.example/x'],
    ['concert\u200b.exam\u00adple', 'https://evil.example/x'],
    ['concert\uff0eexample', 'https://evil.example/x'],
    ['192.0.2.7', 'https://192.0.2.8/'],
    ['help@concert.example', 'mailto:help@evil.example'],
    ['help@concert.example', 'mailto:thief@concert.example'],
  ])('B9-558 of a link show its own address where they read as another one: [%s](%s)', (label, url) => {
    const own = url.replace('mailto:', '');
    const { html, text } = mailOf(`Go to [${label}](${url}) now`);
    expect(html).toMatch(new RegExp(`<a href="${url}"[^>]*>${own}</a>`));
    expect(text).toContain(`Go to ${own} now`);
    expect(html + text).not.toContain(label);
  });

  it.each([
    ['the hall', 'https://hall.example/'],
    ['hall.example', 'https://www.hall.example/way'],
    ['https://hall.example/way', 'https://hall.example/way?by=bus'],
    ['HALL.example', 'https://hall.example/'],
    ['at 7.30 p.m., see here', 'https://hall.example/'],
    ['@concert', 'https://social.example/concert'],
    ['Anna@hall.example', 'mailto:anna@hall.example'],
  ])('B9-558 of a link stay where they name nothing else: [%s](%s)', (label, url) => {
    expect(parseMarkup(`[${label}](${url})`)[0]!.lines[0]).toEqual([{ text: label, url }]);
  });

  it('B9-558 make no link of an address with a name before its host', () => {
    const mark = '[x](https://concert.example@evil.example/)';
    expect(parseMarkup(mark)[0]!.lines[0]).toEqual([{ text: mark }]);
  });

  it('of nothing but opening marks are read at once', () => {
    const began = performance.now();
    for (const mark of ['[', '**', '[a](https://']) parseMarkup(mark.repeat(10_000 / mark.length));
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
