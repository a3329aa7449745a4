import type { Clock } from '@concert/service-kit/process/clock';
import type { MongoContacts } from '../contacts/mongo-contacts.ts';
import type { HttpAudiencePeople } from '../messages/http-audience-people.ts';
import type { MongoMessageRuns } from '../messages/mongo-message-runs.ts';
import type { MongoRecipients } from '../messages/mongo-recipients.ts';
import type { HttpTeam } from '../organiser-news/http-team.ts';
import type { HttpLetterContents } from './http-letter-contents.ts';

/** What letters are written from. */
export interface LetterSources {
  readonly contents: Pick<HttpLetterContents, keyof HttpLetterContents>;
  readonly people: Pick<HttpAudiencePeople, 'show' | 'concert' | 'heldFor'>;
  readonly contacts: Pick<MongoContacts, 'byId' | 'ofDigest'>;
  readonly messageRuns: Pick<MongoMessageRuns, 'byId'>;
  readonly recipients: Pick<MongoRecipients, 'byId'>;
  readonly team: Pick<HttpTeam, 'organisers'>;
  readonly clock: Clock;
  readonly drawQr: (text: string) => Uint8Array;
  /** Picture of the header of every letter, as PNG. */
  readonly rings: Uint8Array;
  /** Sender address of every mail. */
  readonly sender: string;
  /** Receives contact messages, and replies to our mails to visitors. */
  readonly organisers: string;
  readonly publicOrigin: string;
}
