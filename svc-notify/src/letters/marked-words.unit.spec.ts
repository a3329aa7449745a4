import { describe, expect, it } from '@jest/globals';
import { markedWords } from './marked-words.ts';
import { messageMail } from './message-mail.ts';

const mailOf = (words: string) => messageMail({ subject: 'News', words }, { kind: 'buyer', name: 'Meera' }, 'https://concert.example/');

describe('B2-13 the words of a message', () => {
  it('are paragraphs, lists, bold words and links, and nothing else', () => {
    expect(markedWords('One **two**\nthree\n\n- four\n- [five](https://a.example/x?y=1&z=2)\nsix')).toEqual([
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
    '[x](https://a.example/"onmouseover="alert(1))',
    '{{name}} ${name} <%= name %>',
  ])('are escaped and fill in nothing: %s', (words) => {
    const { html } = mailOf(words);
    const body = html.slice(html.indexOf('<body'));
    expect(body).not.toMatch(/<(script|img src=x|b>)|javascript:[^<]*"|"onmouseover/);
    if (words.startsWith('{{')) expect(body).toContain('{{name}} ${name} &lt;%= name %&gt;');
  });

  it('of nothing but opening marks are read at once', () => {
    const began = performance.now();
    for (const mark of ['[', '**', '[a](https://']) markedWords(mark.repeat(10_000 / mark.length));
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
