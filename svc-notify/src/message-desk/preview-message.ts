import type { Identity } from '@concert/contracts/core/identity';
import type { Message, Reader } from '@concert/contracts/notify/message-runs';
import type { Ids } from '@concert/service-kit/clock';
import { DomainError } from '@concert/service-kit/errors';
import type { Letter, MailProvider } from '../letters/letter.ts';
import { RINGS_CID, SENDER_NAME, type MailWords } from '../letters/mail-page.ts';
import { messageMail } from '../letters/message-mail.ts';
import type { AudiencePeople } from '../message-runs/audience-people.ts';

/** The name in a preview. */
const SAMPLE_NAME = 'Meera Raghavan';

/** Shows a message as its reader would get it. */
export class PreviewMessage {
  constructor(
    private readonly people: Pick<AudiencePeople, 'concert'>,
    private readonly provider: MailProvider,
    private readonly ids: Ids,
    /** Picture of the header, as PNG. */
    private readonly rings: Uint8Array,
    private readonly organisers: string,
    private readonly publicOrigin: string,
  ) {}

  /** With the picture in the page itself, as a browser shows it. */
  async preview(reader: Reader, message: Message): Promise<MailWords> {
    const mail = await this.lay(reader, message, SAMPLE_NAME);
    return {
      ...mail,
      html: mail.html.replaceAll(`cid:${RINGS_CID}`, `data:image/png;base64,${Buffer.from(this.rings).toString('base64')}`),
    };
  }

  /**
   * Mails it to the organiser who asks: at once and in one attempt, because they wait for it and can press again.
   * @throws DomainError `notify.test_not_sent`
   */
  async test(reader: Reader, message: Message, { email, name }: Identity): Promise<string> {
    const mail = await this.lay(reader, message, name);
    const letter: Letter = {
      to: { email, name: '' },
      fromName: SENDER_NAME,
      replyTo: this.organisers,
      ...mail,
      subject: `Test: ${mail.subject}`,
      pictures: [{ contentId: RINGS_CID, filename: 'rings.png', png: this.rings }],
    };
    const delivery = await this.provider.send(this.ids.next('mail'), letter);
    if (delivery.outcome === 'refused')
      throw new DomainError('notify.test_not_sent', { detail: `The test was not sent: ${delivery.reason}` });
    return email;
  }

  private async lay(reader: Reader, message: Message, name: string): Promise<MailWords> {
    const site = `${this.publicOrigin}/`;
    // Leads nowhere: a preview takes nobody off the list.
    if (reader === 'next date') return messageMail(message, { kind: reader, name: '', leave: site }, site);
    return messageMail(message, { kind: reader, name, concert: await this.people.concert() }, site);
  }
}
