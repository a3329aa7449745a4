import { isEmail } from '@concert/contracts/core/fields';
import type { HttpAccountMails } from './http-account-mails.ts';
import { LetterImpossibleError, type WriteLetter } from './letter.ts';
import { accountMail } from './account-mail.ts';
import { RINGS_CID, SENDER_NAME } from './mail-page.ts';

/**
 * Writes mails about accounts. The link is asked for at the moment of sending.
 * @param rings the picture of the header, as PNG
 * @param replyTo the address for replies
 */
export function accountLetterWriter(accounts: Pick<HttpAccountMails, 'show'>, rings: Uint8Array, replyTo: string): WriteLetter {
  return async ({ wordsOf }) => {
    const mail = await accounts.show(wordsOf);
    if (!isEmail(mail.email)) throw new LetterImpossibleError('the address of the account is not one');
    if (!/^https?:\/\//.test(mail.url)) throw new LetterImpossibleError('the link of the mail is not one');
    return {
      // No name in the header or in the text: somebody could have typed a stranger's address with any text as the name, and we would
      // deliver it.
      to: { email: mail.email, name: '' },
      fromName: SENDER_NAME,
      replyTo,
      ...accountMail(mail),
      pictures: [{ contentId: RINGS_CID, filename: 'rings.png', png: rings }],
    };
  };
}
