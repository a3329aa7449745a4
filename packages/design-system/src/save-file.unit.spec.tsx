import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { isInAppBrowser } from './in-app-browser.ts';
import { saveFile } from './save-file.ts';
import { ToastRegion } from './toast.tsx';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const PIXEL = 'Mozilla/5.0 (Linux; Android 15; Pixel 9';

let steps: string[];
beforeEach(() => {
  jest.useFakeTimers();
  steps = [];
  Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: (address: string) => void steps.push(`given up ${address}`) });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    steps.push(`${this.href} as ${this.download}`);
  });
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('B2-68 a download', () => {
  it('keeps its address for a minute, because Safari reads the file after the click', () => {
    saveFile(new Blob(['x']), 'concert.ics');
    jest.advanceTimersByTime(59_000);
    expect(steps).toEqual(['blob:file as concert.ics']);
    jest.advanceTimersByTime(1_000);
    expect(steps).toEqual(['blob:file as concert.ics', 'given up blob:file']);
  });

  it('is not begun inside another app, which would save nothing, and that is said', () => {
    jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(`${IPHONE} Mobile/22B83 Instagram 360.0.0.30.89`);
    render(<ToastRegion />);
    act(() => saveFile(new Blob(['x']), 'concert.ics'));
    expect(steps).toEqual([]);
    expect(screen.getByText('This app cannot save files. Open this page in your browser and try again.')).toBeTruthy();
  });
});

it.each([
  ['Instagram', `${IPHONE} Mobile/22B83 Instagram 360.0.0.30.89`, true],
  ['Facebook on an iPhone', `${IPHONE} Mobile/22B83 [FBAN/FBIOS;FBAV/490.0.0.42.108]`, true],
  ['Facebook on Android', `${PIXEL} Build/AP3A; wv) AppleWebKit/537.36 Version/4.0 Chrome/131.0 Mobile Safari/537.36 [FB_IAB/FB4A]`, true],
  ['any app on Android', `${PIXEL}; wv) AppleWebKit/537.36 Version/4.0 Chrome/131.0 Mobile Safari/537.36`, true],
  ['Safari', `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, false],
  ['Chrome on an iPhone', `${IPHONE} CriOS/131.0 Mobile/15E148 Safari/604.1`, false],
  ['Chrome on Android', `${PIXEL}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36`, false],
])('%s is told apart', (_, userAgent, inApp) => {
  expect(isInAppBrowser(userAgent)).toBe(inApp);
});
