import { expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { DataTable } from './data-table.tsx';
import { Progress } from './progress.tsx';

it('a table keeps its meaning when it is laid out as cards, and each value carries its heading', () => {
  render(
    <DataTable
      caption="Bookings"
      columns={[
        { key: 'name', header: 'Full Name', cell: (row: { name: string; tickets: number }) => row.name, primary: true },
        { key: 'tickets', header: 'No. of Tickets', cell: (row) => row.tickets, numeric: true },
      ]}
      rows={[{ name: 'Meera', tickets: 2 }]}
      rowKey={(row) => row.name}
    />,
  );
  expect(screen.getByRole('table', { name: 'Bookings' })).not.toBeNull();
  expect(screen.getByRole('rowheader', { name: 'Meera' })).not.toBeNull();
  const cell = screen.getByRole('cell', { name: '2' });
  expect(cell.getAttribute('data-label')).toBe('No. of Tickets');
  expect(cell.className).toContain('numeric');
});

it('B5-570 is a named group that the keyboard reaches while it scrolls sideways, and none while it has room', () => {
  const width = jest.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(900);
  render(
    <DataTable caption="Bookings" columns={[{ key: 'id', header: 'Id', cell: (id: string) => id }]} rows={['1']} rowKey={(id) => id} />,
  );
  expect(screen.getByRole('group', { name: 'Bookings' }).tabIndex).toBe(0);
  width.mockReturnValue(0);
  fireEvent(window, new Event('resize'));
  expect(screen.queryByRole('group')).toBeNull();
});

it('progress says its figures and never leaves its track', () => {
  render(<Progress label="VIP" value={40} max={30} />);
  const bar = screen.getByRole('progressbar', { name: 'VIP' });
  expect(bar.getAttribute('aria-valuetext')).toBe('40 / 30');
  expect(bar.querySelectorAll('rect')[1]?.getAttribute('width')).toBe('100%');
});
