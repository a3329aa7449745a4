import { describe, expect, it } from '@jest/globals';
import { isInAppBrowser } from './in-app-browser.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36';

describe('a page inside another app', () => {
  it.each([
    ['Instagram on an iPhone', `${IPHONE} Mobile/15E148 Instagram 334.0.4.32.98 (iPhone15,3; iOS 17_5; en_US; scale=3.00)`],
    ['Facebook on an iPhone', `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/470.0.0.38.109;FBBV/600;FBDV/iPhone15,3]`],
    ['Instagram on Android', `${ANDROID} Build/AP1A; wv) ${CHROME} Instagram 334.0.0.42.95 Android`],
    ['Facebook on Android', `${ANDROID}; wv) ${CHROME} [FB_IAB/FB4A;FBAV/470.0.0.38.109;]`],
    ['Facebook on Android, without wv', `${ANDROID}) ${CHROME} [FBAN/EMA;FBLC/en_US;FBAV/410.0;]`],
    ['LINE', `${IPHONE} Mobile/15E148 Safari Line/14.9.0`],
    ['TikTok', `${IPHONE} Mobile/15E148 musical_ly_34.5.0 BytedanceWebview/d8a21c6`],
    ['LinkedIn', `${IPHONE} Mobile/15E148 [LinkedInApp]/9.29.8962`],
    ['WeChat', `${ANDROID}; wv) ${CHROME} MicroMessenger/8.0.49`],
    ['Google on an iPhone', `${IPHONE} GSA/380.0 Mobile/15E148`],
    ['Google on an iPhone, which names Safari', `${IPHONE} GSA/335.0.673602143 Mobile/15E148 Safari/604.1`],
    ['an app nobody has heard of', `${IPHONE} Mobile/15E148 Letterbox/1.2`],
    [
      'an app on an iPad that calls itself a Mac',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
    ],
    ['an app that does not say its name on an iPhone', `${IPHONE} Mobile/15E148`],
    ['an app that does not say its name on Android', `${ANDROID}; wv) ${CHROME}`],
  ])('B7-517 is known in %s', (_, userAgent) => {
    expect(isInAppBrowser(userAgent)).toBe(true);
  });

  it.each([
    ['Safari on an iPhone', `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`],
    ['Chrome on an iPhone', `${IPHONE} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`],
    ['Edge on an iPhone', `${IPHONE} Version/17.0 EdgiOS/126.0.2592.56 Mobile/15E148 Safari/604.1`],
    ['DuckDuckGo on an iPhone', `${IPHONE} Version/17.5 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15`],
    ['Samsung’s browser', `${ANDROID}) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`],
    [
      'Chrome on a Mac',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    ],
    ['Firefox on an iPhone', `${IPHONE} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`],
    ['Chrome on Android', `${ANDROID}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36`],
    ['Firefox on Android', 'Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0'],
    [
      'Chrome on Windows',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    ],
    [
      'Safari on a Mac',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    ],
    ['a drawing server', 'Node.js/24'],
  ])('is not taken for %s', (_, userAgent) => {
    expect(isInAppBrowser(userAgent)).toBe(false);
  });
});
