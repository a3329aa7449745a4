import { describe, expect, it } from '@jest/globals';
import { deviceOf } from './devices.ts';

const chrome = (system: string, more = '') =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36${more}`;

describe('a device in words', () => {
  it.each([
    ['Firefox on Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'],
    ['Chrome on Linux', chrome('X11; Linux x86_64')],
    ['Chrome on Android', chrome('Linux; Android 10; K').replace('Safari', 'Mobile Safari')],
    ['Chrome on ChromeOS', chrome('X11; CrOS x86_64 14541.0.0')],
    ['Edge on Windows', chrome('Windows NT 10.0; Win64; x64', ' Edg/140.0.0.0')],
    ['Opera on Mac', chrome('Macintosh; Intel Mac OS X 10_15_7', ' OPR/120.0.0.0')],
    ['Samsung Internet on Android', chrome('Linux; Android 10; K').replace('Chrome', 'SamsungBrowser/28.0 Chrome')],
    [
      'Safari on Mac',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    ],
    [
      'Safari on iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    ],
    [
      'Chrome on iPad',
      'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    ],
    ['A browser on Linux', 'Links (2.29; Linux x86_64; text)'],
    ['Unknown device', 'curl/8.5.0'],
    ['Unknown device', ''],
    ['Unknown device', undefined],
  ])('is %s', (words, userAgent) => {
    expect(deviceOf(userAgent)).toBe(words);
  });

  it('keeps nothing of what else a browser says', () => {
    expect(deviceOf('<b>Firefox/1</b> on Android me@example.org')).toBe('Firefox on Android');
  });
});
