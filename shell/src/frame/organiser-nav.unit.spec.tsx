import { MemoryRouter } from '@concert/web-kit/memory-router.ts';
import { describe, expect, it, jest } from '@jest/globals';
import type { Role } from '@concert/contracts/core/roles';
import { PAGES } from '@concert/contracts/site/pages';
import { cleanup, render, screen, within } from '@testing-library/react';
import { OrganiserNav } from './organiser-nav.tsx';

/** The links of a navigation with what says that one is there. */
const linksOf = (name: string) =>
  within(screen.getByRole('navigation', { name }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')]);

function show(role: Role, address: string) {
  render(
    <MemoryRouter initialEntries={[address]}>
      <OrganiserNav role={role} />
    </MemoryRouter>,
  );
}

describe('the navigation of organisers', () => {
  it('B5-579 has seven sections, and the pages of the one where somebody is', () => {
    show('admin', '/v-i-p-tickets');
    expect(linksOf('Organise')).toEqual([
      ['Today', '/desk', null],
      ['Bookings', '/get-bookings-report', null],
      ['Guests', '/hdyc-family', 'true'],
      ['Messages', '/messages', null],
      ['Money', '/money', null],
      ['Door', '/door', null],
      ['Evening', '/concert-settings', null],
    ]);
    expect(linksOf('Guests')).toEqual([
      ['HDYC Family', '/hdyc-family', null],
      ['VIP Tickets', '/v-i-p-tickets', 'page'],
      ['Friends and Family', '/friends-and-family', null],
    ]);
  });

  it('B5-579 brings the tab of the page that is open into view', () => {
    jest.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockReturnValue(600);
    jest.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100);
    jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(390);
    show('admin', '/cancel-concert');
    expect(screen.getByRole('link', { name: 'Cancel the Concert' }).closest('ul')!.scrollLeft).toBe(455);
  });

  it('B5-580 has no page that a role may not open, and none that acts when it opens', () => {
    for (const role of ['organiser', 'admin'] as const) {
      const shown = new Set<string>();
      for (const { path } of PAGES.filter(({ remote }) => remote === 'admin')) {
        show(role, path);
        for (const link of screen.getAllByRole('link')) shown.add(link.getAttribute('href')!.replace(/[?].*/, ''));
        cleanup();
      }
      const open = PAGES.filter(
        ({ remote, access, path }) =>
          remote === 'admin' && (role === 'admin' || access !== 'admin') && path !== '/send-refund-issued-email',
      );
      expect([...shown].sort()).toEqual(open.map(({ path }) => path).sort());
    }
  });
});
