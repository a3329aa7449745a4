import { expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { Button } from './button.tsx';

it('a busy button says so, keeps the focus and does nothing', () => {
  const press = jest.fn();
  const { rerender } = render(<Button onClick={press}>Pay $50.00</Button>);
  const button = screen.getByRole('button', { name: 'Pay $50.00' });
  button.focus();
  rerender(
    <Button onClick={press} busy busyText="Please wait">
      Pay $50.00
    </Button>,
  );
  fireEvent.click(button);
  expect(press).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(button);
  expect(button.textContent).toBe('Please wait');
  expect(button.getAttribute('aria-busy')).toBe('true');
});

it('does not submit a form unless it is asked to', () => {
  render(<Button>Refund</Button>);
  expect(screen.getByRole<HTMLButtonElement>('button').type).toBe('button');
});

it('a submit button of a drawn page sends nothing before the page is taken over', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML =
    '<form><button type="submit" disabled="" data-waiting="true"><span>Sign In</span></button><button type="button"><span>Show</span></button></form>';
  const page = (
    <form>
      <Button type="submit">Sign In</Button>
      <Button>Show</Button>
    </form>
  );
  const complaints: unknown[] = [];
  const root = await act(() => Promise.resolve(hydrateRoot(place, page, { onRecoverableError: (error) => complaints.push(error) })));
  expect(complaints).toEqual([]);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign In' }).disabled).toBe(false);
  act(() => root.unmount());
  place.remove();
});
