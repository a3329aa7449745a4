import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { TextField } from './field.tsx';

describe('a field', () => {
  it('is found by its label and has no description while there is nothing to say', () => {
    render(<TextField label="Name" name="name" />);
    const control = screen.getByLabelText('Name');
    expect(control.hasAttribute('aria-describedby')).toBe(false);
    expect(control.hasAttribute('aria-invalid')).toBe(false);
  });

  it('says its error before its hint and is marked as wrong', () => {
    render(<TextField id="phone" label="Phone Number" hint="Ten digits" error="Phone number is invalid" />);
    const control = screen.getByLabelText('Phone Number');
    const described = (control.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);
    expect(described).toEqual(['Phone number is invalid', 'Ten digits']);
    expect(control.getAttribute('aria-invalid')).toBe('true');
  });

  it('keeps a read-only value in the form', () => {
    render(<TextField label="Email" value="a@b.co" readOnly />);
    const control = screen.getByLabelText<HTMLInputElement>('Email');
    expect([control.readOnly, control.disabled, control.value]).toEqual([true, false, 'a@b.co']);
  });
});
