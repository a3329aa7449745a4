import { describe, expect, it } from '@jest/globals';
import type { ChoiceMail } from '@concert/contracts/booking/choices';
import { idFromBytes } from '@concert/contracts/core/ids';
import { choiceLetterWriter, choiceMail } from './choice-letter.ts';

const shown: ChoiceMail = {
  ...{ bookingId: idFromBytes('booking', new Uint8Array(17)), seating: 'General Seating', state: 'open', tickets: [1, 2], companions: [] },
  ...{ moneyBack: [2_500, 5_000], name: 'Meera', email: 'meera@example.org', url: 'https://concert.example/choose?ref=1&ref2=x' },
  concert: {
    ...{ title: 'Concert', startsAt: '2027-03-20T22:00:00.000Z', timeZone: 'America/New_York' },
    ...{ supportEmail: 'info@concert.example', supportPhone: '1' },
  },
  postponement: {
    ...{ dateToFollow: true, postponedAt: '2027-01-10T12:00:00.000Z', chooseUntil: '2027-03-01T04:59:00.000Z', silence: 'keep' },
  },
};
const at = { chosenAt: '2027-02-01T12:00:00.000Z' };
const UNTIL = 'Sunday, February 28, 2027, 11:59 PM EST';

describe('the mail about a choice', () => {
  it.each([
    [{ giveBack: [], gifts: 0 }, 'all of them are kept.'],
    [{ giveBack: [2], gifts: 0 }, 'ticket 2 returned, and the money is refunded to the card you paid with.'],
    [{ giveBack: [1, 2], gifts: 1 }, 'tickets 1, 2 returned, and the money of 1 of them is given to the welfare work.'],
    [{ giveBack: [1, 2], gifts: 2 }, 'tickets 1, 2 returned, and the money is given to the welfare work.'],
  ])('B2-577 says what was chosen (%j), until when it can be changed, and where', (choice, words) => {
    const { subject, text } = choiceMail({ ...shown, choice: { ...choice, ...at } });
    expect(subject).toBe('Your choice is saved: CONCERT');
    expect(text).toContain(`Dear Meera, this was chosen for your tickets: ${words}`);
    expect(text).toContain(`It takes effect on ${UNTIL}. Until then you can change it.`);
    expect(text).toContain(shown.url);
  });

  it('B2-577 asks to confirm what the link alone chose, and says what counts otherwise', () => {
    const waiting = { ...shown, toConfirm: { giveBack: [1, 2], gifts: 2, ...at } };
    const { subject, text } = choiceMail(waiting);
    expect(subject).toBe('Please confirm your choice: CONCERT');
    expect(text).toContain('tickets 1, 2 returned, and the money is given to the welfare work.');
    expect(text).toContain(`It counts only if you confirm it by ${UNTIL}. Otherwise it counts as if nothing had been chosen.`);
    expect(choiceMail({ ...waiting, choice: { giveBack: [2], gifts: 0, ...at } }).text).toContain(
      'Otherwise your earlier choice stands: ticket 2 returned, and the money is refunded to the card you paid with.',
    );
  });

  it('B2-600 is not sent once the choice was carried out', async () => {
    const write = (state: ChoiceMail['state']) =>
      choiceLetterWriter({ choice: async () => ({ ...shown, state }) })({ kind: 'choice-changed', wordsOf: shown.bookingId });
    const sent = write('open');
    await expect(sent).resolves.toMatchObject({ to: { email: shown.email } });
    await expect(write('over')).rejects.toMatchObject({ name: 'LetterUnwantedError' });
  });
});
