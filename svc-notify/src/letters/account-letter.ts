import { isEmail } from '@concert/contracts/core/email';
import type { Clock } from '@concert/service-kit/process/clock';
import type { HttpAudiencePeople } from '../messages/http-audience-people.ts';
import type { AccountMail, HttpAccountMails } from './http-account-mails.ts';
import { LetterImpossibleError, toAddress, type WriteLetter } from './letter.ts';
import { accountMail, heldSeatsMail } from './account-mail.ts';
import { zoneOf } from './visitor-letter.ts';

/** What mails about accounts are written from. */
export interface AccountLetters {
  readonly accounts: Pick<HttpAccountMails, 'show'>;
  readonly people: Pick<HttpAudiencePeople, 'concert' | 'heldFor'>;
  readonly clock: Clock;
}

/** Writes mails about accounts. The link is asked for at the moment of sending. `replyTo`: the address for replies */
export function accountLetterWriter({ accounts, people, clock }: AccountLetters, replyTo: string): WriteLetter {
  return async ({ wordsOf }) => {
    const mail = await accounts.show(wordsOf);
    if (!isEmail(mail.email)) throw new LetterImpossibleError('the address of the account is not one');
    if (!/^https?:\/\//.test(mail.url)) throw new LetterImpossibleError('the link of the email is not one');
    // A mail with a code does not wait for svc-booking: whoever reads it proves their address all the same.
    const held = goesToReserve(mail) ? await people.heldFor(mail.email).catch(() => undefined) : undefined;
    const words = held?.held.length
      ? heldSeatsMail(mail, held, clock.now())
      : accountMail(mail, clock.now(), mail.login || mail.act ? await zoneOf(people) : 'UTC');
    return toAddress(mail.email, replyTo, words);
  };
}

/** Whether its code was asked for on the reservation page, as the link says it: what is held for the address is no news for any other sign-in. */
function goesToReserve({ code, url }: AccountMail): boolean {
  return code !== undefined && new URL(url).searchParams.get('nav') === 'rys';
}
