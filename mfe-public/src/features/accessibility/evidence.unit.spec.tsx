import { CRITERIA } from '@concert/contracts/site/wcag';
import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { AccessEvidence } from './evidence.tsx';

it('B3-537 each criterion stands there with its level, how it was shown and when', () => {
  render(<AccessEvidence />);
  const rows = screen.getAllByRole('row', { hidden: true }).map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows.slice(1).map(([criterion, level]) => [criterion, level])).toEqual(
    CRITERIA.map(([number, level, name]) => [`${number} ${name}`, level]),
  );
  for (const [, , how, when] of rows.slice(1))
    expect([(how ?? '').length > 30, when]).toEqual([true, expect.stringMatching(/^(\d{4}-\d\d-\d\d|with every change|–)/)]);
  const shown = rows.find(([criterion]) => criterion?.startsWith('1.2.2'))!;
  expect(shown[2]).toContain('Looked at: The captions of the film say which sounds are heard and when.');
});
