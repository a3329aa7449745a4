import { describe, expect, it } from '@jest/globals';
import { createHostCheck } from './hosts.ts';

describe('Host header', () => {
  it('names the public site and what is allowed beside it, nothing else', () => {
    const isOwn = createHostCheck('https://concert.example', ['gateway:8080']);
    expect(['concert.example', 'Concert.Example', 'gateway:8080'].map(isOwn)).toEqual([true, true, true]);
    expect(
      [
        undefined,
        '',
        'evil.test',
        'concert.example:444',
        'concert.example.evil.test',
        'localhost',
        '127.0.0.1:8080',
        'concert.example, evil.test',
      ].map(isOwn),
    ).not.toContain(true);
  });

  it('may be any name of the loopback while the site runs on plain http', () => {
    const isOwn = createHostCheck('http://localhost:8080', []);
    expect(['localhost:8080', '127.0.0.1:9000', '[::1]:8080'].map(isOwn)).toEqual([true, true, true]);
    expect(['127.0.0.1.evil.test', 'localhost.evil.test', 'evil.test'].map(isOwn)).not.toContain(true);
  });
});
