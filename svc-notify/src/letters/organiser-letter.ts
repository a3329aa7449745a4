import { isEmail } from '@concert/contracts/core/email';
import type { HttpAudiencePeople } from '../messages/http-audience-people.ts';
import { newsAddressee } from '../organiser-news/organiser-news.ts';
import type { MongoOrganiserNews } from '../organiser-news/mongo-organiser-news.ts';
import type { HttpTeam } from '../organiser-news/http-team.ts';
import { LetterImpossibleError, LetterUnwantedError, toAddress, type WriteLetter } from './letter.ts';
import { disputeMail, moneyDiffersMail } from './organiser-mail.ts';

/** What mails to organisers are written from. */
export interface OrganiserLetters {
  readonly news: Pick<MongoOrganiserNews, 'byId'>;
  readonly team: Pick<HttpTeam, 'organisers'>;
  readonly people: Pick<HttpAudiencePeople, 'show'>;
  /** Sender address of every mail. */
  readonly sender: string;
  readonly publicOrigin: string;
}

/** Writes what one organiser is told. The address, and whom it is about, are asked for at the moment of sending. */
export function organiserLetterWriter({ news, team, people, sender, publicOrigin }: OrganiserLetters): WriteLetter {
  return async ({ wordsOf }) => {
    const { userId, newsId } = newsAddressee.read(wordsOf);
    const told = await news.byId(newsId);
    if (!told) throw new LetterImpossibleError('the news is gone');
    const reader = (await team.organisers()).find(({ id }) => id === userId);
    if (!reader) throw new LetterUnwantedError('its reader is no organiser any more');
    if (!isEmail(reader.email)) throw new LetterImpossibleError('the address of the organiser is not one');
    const { facts } = told;
    const words =
      facts.kind === 'dispute'
        ? disputeMail(facts, await people.show(facts.bookingId), publicOrigin)
        : moneyDiffersMail(facts, publicOrigin);
    return toAddress(reader.email, sender, words);
  };
}
