import { afterEach, describe, expect, it } from '@jest/globals';
import type { ConcertView } from '@concert/contracts/booking/http';
import { cleanup, render, screen } from '@testing-library/react';
import { SiteFooter } from './site-footer.tsx';

const concert = { supportPhone: '(555) 987-6543', supportEmail: 'ask@music.example', siteUrl: 'https://music.example/' } as ConcertView;

afterEach(cleanup);

describe('the footer', () => {
  it('S1-29 S1-30 S1-31 shows phone, email and site of the concert', () => {
    render(<SiteFooter concert={concert} />);
    expect(screen.getByRole('link', { name: '(555) 987-6543' }).getAttribute('href')).toBe('tel:5559876543');
    expect(screen.getByRole('link', { name: 'ask@music.example' }).getAttribute('href')).toBe('mailto:ask@music.example');
    expect(screen.getByRole('link', { name: 'music.example' }).getAttribute('href')).toBe('https://music.example/');
  });

  it('makes a link of a web address only', () => {
    render(<SiteFooter concert={{ ...concert, siteUrl: 'javascript:alert(1)' }} />);
    expect(screen.queryByRole('link', { name: /alert/ })).toBeNull();
  });

  it.each([null, undefined])('has something to say while the concert is not known: %p', (unknown) => {
    render(<SiteFooter concert={unknown} />);
    expect(screen.getAllByRole('link')).toHaveLength(3);
  });
});
