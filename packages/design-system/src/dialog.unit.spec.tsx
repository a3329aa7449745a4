import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { standInForDialogs } from '@concert/web-kit/testing/browser.ts';
import { fireEvent, render, screen } from '@testing-library/react';
import { Dialog } from './dialog.tsx';

beforeAll(standInForDialogs);

const question = (onClose: () => void, busy: boolean) => (
  <Dialog open busy={busy} title="Sure?" onClose={onClose}>
    text
  </Dialog>
);

describe('a dialog', () => {
  it('opens as modal with the focus on its title, which names it', () => {
    render(
      <Dialog open title="Refund this booking?" onClose={() => undefined}>
        <p>$25.00 goes back.</p>
      </Dialog>,
    );
    expect(screen.getByRole('dialog', { name: 'Refund this booking?' }).hasAttribute('open')).toBe(true);
    expect(document.activeElement?.textContent).toBe('Refund this booking?');
  });

  it('leaves by Escape and by its button, but not while busy', () => {
    const close = jest.fn();
    const { rerender } = render(question(close, true));
    const escape = () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expect(escape()).toBe(false);
    expect(close).not.toHaveBeenCalled();
    rerender(question(close, false));
    escape();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(close).toHaveBeenCalledTimes(2);
  });

  it('follows a browser that closed it without asking, and opens again while busy', () => {
    const close = jest.fn();
    const { rerender } = render(question(close, true));
    const dialog = screen.getByRole<HTMLDialogElement>('dialog');
    const closedByBrowser = () => {
      dialog.removeAttribute('open');
      fireEvent(dialog, new Event('close'));
    };
    closedByBrowser();
    expect([dialog.open, close.mock.calls.length]).toEqual([true, 0]);
    rerender(question(close, false));
    closedByBrowser();
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('stays when a question asked on top of it is left', () => {
    const [close, closeQuestion] = [jest.fn(), jest.fn()];
    render(
      <Dialog open title="Booking" onClose={close}>
        <Dialog open title="Sure?" onClose={closeQuestion}>
          <p>Text</p>
        </Dialog>
      </Dialog>,
    );
    const question = screen.getByRole('dialog', { name: 'Sure?' });
    fireEvent(question, new Event('cancel', { cancelable: true }));
    fireEvent.mouseDown(question);
    expect([closeQuestion.mock.calls.length, close.mock.calls.length]).toEqual([2, 0]);
  });
});
