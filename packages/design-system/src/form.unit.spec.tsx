import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { TextField } from './field.tsx';
import { Form } from './form.tsx';

interface Shown {
  attempt?: number;
  summary?: { fieldId: string; text: string }[];
  wrong?: boolean;
  prepare?: () => void;
  onSubmit?: () => void;
}

function GuestForm({ attempt = 0, summary = [], wrong = false, prepare, onSubmit = () => undefined }: Shown) {
  return (
    <Form form={{ attempt, summary }} summaryTitle="Please correct these values" label="Guest" prepare={prepare} onSubmit={onSubmit}>
      <TextField id="guest-name" label="Name" />
      <TextField id="guest-email" label="Email" error={wrong ? 'Email is invalid' : undefined} />
    </Form>
  );
}

describe('a form', () => {
  it('leads to its first wrong field after each refused try, and not while one is corrected', () => {
    const { rerender } = render(<GuestForm wrong />);
    expect(document.activeElement).toBe(document.body);
    rerender(<GuestForm wrong attempt={1} />);
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    screen.getByLabelText('Name').focus();
    rerender(<GuestForm attempt={1} />);
    rerender(<GuestForm wrong attempt={1} />);
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    rerender(<GuestForm wrong attempt={2} />);
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  });

  it('leaves the focus to the summary where one stands', () => {
    const summary = [{ fieldId: 'guest-email', text: 'Email is invalid' }];
    const { rerender } = render(<GuestForm />);
    rerender(<GuestForm wrong attempt={1} summary={summary} />);
    expect(document.activeElement).toBe(screen.getByRole('alert'));
  });

  it('is sent by its owner alone, unchecked by the browser', () => {
    const onSubmit = jest.fn();
    render(<GuestForm onSubmit={onSubmit} />);
    const form = screen.getByRole<HTMLFormElement>('form', { name: 'Guest' });
    expect(form.noValidate).toBe(true);
    expect(fireEvent.submit(form)).toBe(false);
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it('fetches its program once somebody is at a field', () => {
    const prepare = jest.fn();
    render(<GuestForm prepare={prepare} />);
    expect(prepare).not.toHaveBeenCalled();
    fireEvent.focus(screen.getByLabelText('Name'));
    expect(prepare).toHaveBeenCalledTimes(1);
  });

  it('fetches its program at once where somebody came to a field before it was there', () => {
    const prepare = jest.fn();
    const { rerender } = render(<GuestForm />);
    screen.getByLabelText('Name').focus();
    rerender(<GuestForm prepare={prepare} />);
    expect(prepare).toHaveBeenCalledTimes(1);
  });
});
