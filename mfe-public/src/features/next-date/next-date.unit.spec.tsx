import { describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { showScreen, currentAddress } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite } from '@concert/web-kit/testing/site.ts';
import { NextDateLink } from './next-date-link.tsx';
import NextDate from './next-date.tsx';

const press = (name: string) => act(() => void fireEvent.click(screen.getByRole('button', { name })));

/* No mail tells of a new date yet, so no words may say that one will. */
const PROMISES = /hear from us|tell you|write to you|written to|let you know/i;

describe('a cancelled concert', () => {
  it('still gives the music, and writes down who wants to hear of the next date', async () => {
    const { calls } = standInForSite(notifyRoutes, { askForNextDate: { received: true } });
    await showScreen(<NextDate />, { at: '/' });
    expect(screen.getByRole('link', { name: 'Listen to the music' }).getAttribute('href')).toBe('/how-music-heals');
    press('Put me on the list');
    expect(await screen.findByText('Email is required')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'anne@example.org' } });
    press('Put me on the list');
    expect(await screen.findByText('One step is left')).toBeTruthy();
    expect(calls).toEqual([{ route: 'askForNextDate', body: { email: 'anne@example.org' } }]);
    expect(document.body.textContent).not.toMatch(PROMISES);
  });
});

describe('a link from a mail about the next date', () => {
  it('B6-512 does nothing by being opened; one press confirms, and the secret is out of the address', async () => {
    const { calls } = standInForSite(notifyRoutes, { confirmNextDate: { confirmed: true } });
    await showScreen(<NextDateLink />, { at: '/concert-details#next-date-confirm=secret-7' });
    expect(await screen.findByText('Shall we put you on the list for the next date?')).toBeTruthy();
    expect(currentAddress()).toBe('/concert-details');
    expect(calls).toEqual([]);
    press('Yes, put me on the list');
    expect(await screen.findByText('You are on the list')).toBeTruthy();
    expect(document.body.textContent).not.toMatch(PROMISES);
    expect(calls).toEqual([{ route: 'confirmNextDate', body: { token: 'secret-7' } }]);
  });

  it('takes an address off the list, and says when it cannot', async () => {
    standInForSite(notifyRoutes, { leaveNextDate: [refusal('notify.link_expired'), { left: true }] });
    await showScreen(<NextDateLink />, { at: '/concert-details#next-date-leave=secret-8' });
    press('Take me off the list');
    expect(await screen.findByText('You are still on the list')).toBeTruthy();
    press('Take me off the list');
    expect(await screen.findByText('Your address is deleted')).toBeTruthy();
  });
});
