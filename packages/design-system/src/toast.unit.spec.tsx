import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { showToast, ToastRegion } from './toast.tsx';

beforeEach(() => {
  jest.useFakeTimers();
  Object.defineProperty(HTMLElement.prototype, 'offsetWidth', { configurable: true, value: 400 });
});

const pass = (ms: number) => act(() => void jest.advanceTimersByTime(ms));
const show = (text: string, tone?: 'bad') => act(() => showToast({ text, tone }));
/* jsdom has no PointerEvent, so the place is given by hand. */
const pointer = (target: Element, type: string, clientX: number) => {
  const moved = new MouseEvent(type, { bubbles: true, clientX });
  act(() => void target.dispatchEvent(moved));
};

describe('a toast', () => {
  it('S9-26 appears at the top right', () => {
    // In these tests a class is named as it stands in its file, so that the file's own rules meet the region that is drawn.
    const style = document.createElement('style');
    style.textContent = readFileSync(fileURLToPath(import.meta.url).replace('.unit.spec.tsx', '.module.css'), 'utf8');
    document.head.append(style);
    try {
      render(<ToastRegion />);
      show('Here');
      const { position, top, right, bottom, left } = getComputedStyle(screen.getByRole('region', { name: 'Notifications' }));
      expect({ position, top, right, bottom, left }).toEqual({
        position: 'fixed',
        top: 'var(--space-16)',
        right: 'var(--space-16)',
        bottom: '',
        left: '',
      });
      expect(screen.getByRole('region', { name: 'Notifications' }).contains(screen.getByText('Here'))).toBe(true);
    } finally {
      style.remove();
    }
  });

  it('S9-27 closes by itself after 5000 ms', () => {
    render(<ToastRegion />);
    show('Successfully signed in!');
    pass(4_999);
    expect(screen.queryByText('Successfully signed in!')).not.toBeNull();
    pass(1);
    expect(screen.queryByText('Successfully signed in!')).toBeNull();
  });

  it('waits while it is pointed at or holds the focus, and then for what was left', () => {
    render(<ToastRegion />);
    show('Wait');
    pass(4000);
    fireEvent.mouseEnter(screen.getByRole('status'));
    pass(60_000);
    fireEvent.mouseLeave(screen.getByRole('status'));
    pass(999);
    expect(screen.queryByText('Wait')).not.toBeNull();
    pass(1);
    expect(screen.queryByText('Wait')).toBeNull();
  });

  it('S9-28 goes when dragged over 80 percent of its width, and comes back below that', () => {
    render(<ToastRegion />);
    show('Drag me');
    const toast = screen.getByRole('status');
    pointer(toast, 'pointerdown', 10);
    pointer(toast, 'pointermove', 310);
    pointer(toast, 'pointerup', 310);
    expect(screen.queryByText('Drag me')).not.toBeNull();
    expect(toast.style.transform).toBe('');
    pointer(toast, 'pointerdown', 10);
    pointer(toast, 'pointermove', 330);
    pointer(toast, 'pointerup', 330);
    expect(screen.queryByText('Drag me')).toBeNull();
  });

  it('is announced: politely, or at once when something went wrong', () => {
    render(<ToastRegion />);
    show('Fine');
    show('Not fine', 'bad');
    expect(screen.getByRole('region', { name: 'Notifications' }).getAttribute('aria-live')).toBe('polite');
    expect(screen.getByRole('alert').textContent).toContain('Not fine');
  });

  it('closes at its button, and the same words are shown once', () => {
    render(<ToastRegion />);
    show('Twice');
    show('Twice');
    expect(screen.getAllByText('Twice')).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Close notification' }));
    expect(screen.queryByText('Twice')).toBeNull();
  });
});
