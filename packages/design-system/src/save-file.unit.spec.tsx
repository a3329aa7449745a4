import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { saveFile } from './save-file.ts';
import { ToastRegion } from './toast.tsx';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

let steps: string[];
beforeEach(() => {
  jest.useFakeTimers();
  steps = [];
  Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: (address: string) => void steps.push(`given up ${address}`) });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    steps.push(`${this.href} as ${this.download}`);
  });
});

describe('B2-567 a download', () => {
  it('keeps its address for a minute, because Safari reads the file after the click', () => {
    saveFile(new Blob(['x']), 'concert.ics');
    jest.advanceTimersByTime(59_000);
    expect(steps).toEqual(['blob:file as concert.ics']);
    jest.advanceTimersByTime(1_000);
    expect(steps).toEqual(['blob:file as concert.ics', 'given up blob:file']);
  });

  it('is not begun inside another app, which would save nothing, and that is said', () => {
    jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(`${IPHONE} GSA/380.0 Mobile/15E148`);
    render(<ToastRegion />);
    act(() => saveFile(new Blob(['x']), 'concert.ics'));
    expect(steps).toEqual([]);
    expect(screen.getByText('This app cannot save files. Open this page in your browser and try again.')).toBeTruthy();
  });
});
