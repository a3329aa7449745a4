import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { refusal, showScreen, standInForSite, where } from '../../site-stand-in.tsx';
import { NextDateLink } from './next-date-link.tsx';
import NextDate from './next-date.tsx';

afterEach(cleanup);

const press = (name: string) => act(() => void fireEvent.click(screen.getByRole('button', { name })));

describe('a cancelled concert', () => {
  it('still gives the music, and writes down who wants to hear of the next date', async () => {
    const calls = standInForSite({ 'POST /api/next-date': { status: 202, body: { received: true } } });
    await showScreen(<NextDate />, { at: '/' });
    expect(screen.getByRole('link', { name: 'Listen to the music' }).getAttribute('href')).toBe('/how-music-heals');
    press('Tell me about the next date');
    expect(await screen.findByText('Email is required')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'anne@example.org' } });
    press('Tell me about the next date');
    expect(await screen.findByText('Please look into your mail')).toBeTruthy();
    expect(calls).toEqual([{ route: 'POST /api/next-date', body: { email: 'anne@example.org' } }]);
  });
});

describe('a link from a mail about the next date', () => {
  it('does nothing by being opened; one press confirms, and the secret is out of the address', async () => {
    const calls = standInForSite({ 'POST /api/next-date/confirm': { body: { confirmed: true } } });
    await showScreen(<NextDateLink />, { at: '/concert-details#next-date-confirm=secret-7' });
    expect(await screen.findByText('Shall we tell you about the next date?')).toBeTruthy();
    expect(where()).toBe('/concert-details');
    expect(calls).toEqual([]);
    press('Yes, tell me');
    expect(await screen.findByText('We will tell you')).toBeTruthy();
    expect(calls).toEqual([{ route: 'POST /api/next-date/confirm', body: { token: 'secret-7' } }]);
  });

  it('takes an address off the list, and says when it cannot', async () => {
    standInForSite({ 'POST /api/next-date/leave': [refusal(410, 'notify.link_expired'), { body: { left: true } }] });
    await showScreen(<NextDateLink />, { at: '/concert-details#next-date-leave=secret-8' });
    press('Take me off the list');
    expect(await screen.findByText('You are still on the list')).toBeTruthy();
    press('Take me off the list');
    expect(await screen.findByText('Your address is deleted')).toBeTruthy();
  });
});
