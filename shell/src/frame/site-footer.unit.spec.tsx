import { describe, expect, it } from '@jest/globals';
import type { ConcertView } from '@concert/contracts/booking/http';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from '@concert/web-kit/memory-router.ts';
import { SiteFooter } from './site-footer.tsx';

const concert = { supportPhone: '(555) 987-6543', supportEmail: 'ask@music.example', siteUrl: 'https://music.example/' } as ConcertView;

const show = (of: ConcertView | null | undefined) =>
  render(
    <MemoryRouter>
      <SiteFooter concert={of} />
    </MemoryRouter>,
  );

describe('the footer', () => {
  it('S1-29 S1-30 S1-31 shows phone, email and site of the concert', () => {
    show(concert);
    expect(screen.getByRole('link', { name: '(555) 987-6543' }).getAttribute('href')).toBe('tel:+15559876543');
    expect(screen.getByRole('link', { name: 'ask@music.example' }).getAttribute('href')).toBe('mailto:ask@music.example');
    expect(screen.getByRole('link', { name: 'music.example' }).getAttribute('href')).toBe('https://music.example/');
  });

  it('leads to the rules and rights', () => {
    show(concert);
    const links = [...screen.getByRole('navigation', { name: 'Rules and rights' }).querySelectorAll('a')];
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Accessibility', '/accessibility'],
      ['Privacy', '/privacy'],
      ['Terms', '/terms'],
      ['Refund Rule', '/refund-rule'],
      ['Imprint', '/imprint'],
    ]);
  });

  it.each([null, undefined])('B4-546 tells no address of ours while the concert is not known: %p', (unknown) => {
    show(unknown);
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['', '', '']);
  });

  it('B4-546 dials no phone that is to be announced', () => {
    show({ ...concert, supportPhone: 'To be announced' });
    expect(screen.queryByRole('link', { name: 'To be announced' })).toBeNull();
    expect(screen.getByText('To be announced')).toBeTruthy();
  });
});
