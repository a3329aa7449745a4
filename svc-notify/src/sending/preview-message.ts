import type { ChoiceOffer } from '@concert/contracts/booking/audience';
import type { Identity } from '@concert/contracts/core/identity';
import type { MessageText, ReaderKind } from '@concert/contracts/booking/reader-messages';
import type { MessagePurpose } from '@concert/contracts/notify/message-runs';
import type { Clock, Ids } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Letter, LetterPicture, MailProvider } from '../letters/letter.ts';
import { qrCid, RINGS_CID, SENDER_NAME, type MailContent } from '../letters/mail-page.ts';
import { messageMail } from '../letters/message-mail.ts';
import { qrPicture } from '../letters/qr-picture.ts';
import { reminderMail } from '../letters/reminder-mail.ts';
import type { TicketPass } from '../letters/http-letter-contents.ts';
import type { HttpAudiencePeople, MessageConcert } from '../messages/http-audience-people.ts';

/** The name in a preview. */
const SAMPLE_NAME = 'Meera Raghavan';

/** Shows a message as its reader would get it. */
export class PreviewMessage {
  constructor(
    private readonly people: Pick<HttpAudiencePeople, 'concert'>,
    private readonly provider: MailProvider,
    private readonly ids: Ids,
    private readonly clock: Clock,
    /** Picture of the header, as PNG. */
    private readonly rings: Uint8Array,
    private readonly organisers: string,
    private readonly publicOrigin: string,
  ) {}

  /** With the picture in the page itself, as a browser shows it. */
  async preview(purpose: MessagePurpose, reader: ReaderKind, message: MessageText): Promise<MailContent> {
    const mail = await this.lay(purpose, reader, message, SAMPLE_NAME);
    const html = this.picturesOf(mail).reduce(
      (page, { contentId, png }) => page.replaceAll(`cid:${contentId}"`, `data:image/png;base64,${Buffer.from(png).toString('base64')}"`),
      mail.html,
    );
    return { ...mail, html };
  }

  /**
   * Mails it to the organiser who asks: at once and in one attempt, because they wait for it and can press again.
   * @throws DomainError `notify.test_not_sent`
   */
  async test(purpose: MessagePurpose, reader: ReaderKind, message: MessageText, { email, name }: Identity): Promise<string> {
    const mail = await this.lay(purpose, reader, message, name);
    const letter: Letter = {
      to: { email, name: '' },
      fromName: SENDER_NAME,
      replyTo: this.organisers,
      ...mail,
      subject: `Test: ${mail.subject}`,
      pictures: this.picturesOf(mail),
    };
    const delivery = await this.provider.send(this.ids.next('mail'), letter);
    if (delivery.outcome === 'refused')
      throw new DomainError('notify.test_not_sent', { detail: `The test was not sent: ${delivery.reason}` });
    return email;
  }

  private picturesOf({ html }: MailContent): LetterPicture[] {
    const code = { contentId: qrCid(1), filename: 'ticket-1.png', png: qrPicture('A sample: no ticket') };
    return [{ contentId: RINGS_CID, filename: 'rings.png', png: this.rings }, ...(html.includes(code.contentId) ? [code] : [])];
  }

  private async lay(purpose: MessagePurpose, reader: ReaderKind, message: MessageText, name: string): Promise<MailContent> {
    const site = `${this.publicOrigin}/`;
    const concert = await this.people.concert();
    if (purpose === 'reminder') return reminderMail(message, { name, concert, passes: [samplePass(name, concert, site)] });
    const choices = purpose === 'new-date' && reader === 'buyer' ? this.sampleChoice(concert, site) : [];
    // Leads nowhere: a preview takes nobody off the list.
    const leave = reader === 'next date' ? site : undefined;
    return messageMail(message, { name, concert, choices, leave }, site);
  }

  /** A choice link that leads nowhere, while holders choose. */
  private sampleChoice({ postponement }: MessageConcert, site: string): ChoiceOffer[] {
    if (!postponement || Date.parse(postponement.chooseUntil) <= this.clock.now().getTime()) return [];
    const { chooseUntil, silence } = postponement;
    return [{ url: site, seating: 'General Seating', tickets: 2, chooseUntil, silence }];
  }
}

/** One ticket whose code opens no door and whose link leads to the site. */
function samplePass(name: string, concert: MessageConcert, site: string): TicketPass {
  return { reference: 'bk_1', name, seating: 'General Seating', concert, ticketUrl: site, tickets: [{ number: 1, code: '' }] };
}
