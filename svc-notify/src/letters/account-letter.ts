import { isEmail } from '@concert/contracts/core/fields';
import type { AccountMails } from './account-mails.ts';
import { LetterImpossibleError, type WriteLetter } from './letter.ts';
import { accountMail } from './account-mail.ts';
import { RINGS_CID, SENDER_NAME } from './mail-page.ts';

/**
 * Writes mails about accounts: asks for the link at the moment of sending and words it.
 * @param rings the picture of the header, as PNG
 * @param replyTo where answers go
 */
export function accountLetterWriter(accounts: AccountMails, rings: Uint8Array, replyTo: string): WriteLetter {
  return async ({ wordsOf }) => {
    const mail = await accounts.show(wordsOf);
    if (!isEmail(mail.email)) throw new LetterImpossibleError('the address of the account is not one');
    if (!/^https?:\/\//.test(mail.url)) throw new LetterImpossibleError('the link of the mail is not one');
    return {
      // No name, here or in the words: whoever typed an address could have typed anything as its name, and we would carry it to a stranger.
      to: { email: mail.email, name: '' },
      fromName: SENDER_NAME,
      replyTo,
      ...accountMail(mail),
      pictures: [{ contentId: RINGS_CID, filename: 'rings.png', png: rings }],
    };
  };
}
