import { expect, it } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PasswordField } from './password-field.tsx';

it('a password is hidden until it is asked for, and says its error and its rule', () => {
  render(<PasswordField id="pass" label="Password" hint="At least 15 characters" error="Password is required" />);
  const input = screen.getByLabelText<HTMLInputElement>('Password');
  expect(input.type).toBe('password');
  expect(input.getAttribute('aria-describedby')).toBe('pass-error pass-hint');
  expect(input.getAttribute('aria-invalid')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(input.type).toBe('text');
  fireEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(input.type).toBe('password');
});

it('its button sends no form', () => {
  render(<PasswordField label="Password" />);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Show password' }).type).toBe('button');
});

it('a password may be pasted, and a manager is told what it is for', async () => {
  render(<PasswordField id="pass" label="Password" autoComplete="new-password" />);
  const input = screen.getByLabelText<HTMLInputElement>('Password');
  await userEvent.click(input);
  await userEvent.paste('a pasted sentence of words');
  expect([input.value, input.autocomplete, input.maxLength]).toEqual(['a pasted sentence of words', 'new-password', -1]);
});
