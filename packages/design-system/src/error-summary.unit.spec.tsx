import { expect, it } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { ErrorSummary } from './error-summary.tsx';

const errors = [{ fieldId: 'phoneno', text: 'Phone number is required' }];

it('takes the focus at every refused try and leads to the field', () => {
  const screenful = (attempt: number) => (
    <>
      <ErrorSummary title="Please correct one field" errors={errors} attempt={attempt} />
      <input id="phoneno" aria-label="Phone Number" />
    </>
  );
  const { rerender } = render(screenful(1));
  expect(document.activeElement).toBe(screen.getByRole('alert'));
  fireEvent.click(screen.getByRole('link', { name: 'Phone number is required' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Phone Number'));
  rerender(screenful(2));
  expect(document.activeElement).toBe(screen.getByRole('alert'));
});

it('is absent while nothing is wrong', () => {
  render(<ErrorSummary title="Please correct one field" errors={[]} attempt={1} />);
  expect(screen.queryByRole('alert')).toBeNull();
});
