import { describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { currentAddress, showScreen } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite } from '@concert/web-kit/testing/site.ts';
import { HowWasIt } from './how-was-it.tsx';

const send = () => act(() => void fireEvent.click(screen.getByRole('button', { name: 'Send the answer' })));

describe('the link of the mail of thanks', () => {
  it('B6-553 asks two questions, wants the first one answered, and keeps the secret out of the address', async () => {
    const { calls } = standInForSite(notifyRoutes, { saveEveningAnswer: { changeableUntil: '2027-01-31T15:00:00.000Z' } });
    await showScreen(<HowWasIt />, { at: '/concert-details#how-was-it=secret-9' });
    expect(currentAddress()).toBe('/concert-details');
    send();
    expect(await screen.findByRole('link', { name: 'Please choose how it was' })).toBeTruthy();
    expect(calls).toEqual([]);
    fireEvent.click(screen.getByLabelText('Good'));
    fireEvent.change(screen.getByLabelText('What should be different?'), { target: { value: 'Begin earlier' } });
    send();
    expect(await screen.findByText('Thank you for your answer')).toBeTruthy();
    expect(calls).toEqual([{ route: 'saveEveningAnswer', body: { token: 'secret-9', rating: 'good', words: 'Begin earlier' } }]);
  });

  it('says when an answer cannot be changed any more', async () => {
    standInForSite(notifyRoutes, { saveEveningAnswer: refusal('notify.answer_closed') });
    await showScreen(<HowWasIt />, { at: '/concert-details#how-was-it=secret-9' });
    fireEvent.click(screen.getByLabelText('Bad'));
    send();
    expect(await screen.findByText('Your answer was not kept')).toBeTruthy();
  });

  it('asks nobody who comes without it', async () => {
    await showScreen(<HowWasIt />, { at: '/concert-details' });
    expect(screen.queryByText('How was the evening?')).toBeNull();
  });
});
