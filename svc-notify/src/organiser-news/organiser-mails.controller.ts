import { organiserMailRoutes } from '@concert/contracts/notify/organiser-mails';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { MailSwitches } from './mail-switches.ts';

type In = CallsOf<typeof organiserMailRoutes>;
type Out = AnswersOf<typeof organiserMailRoutes>;

@Controller()
export class OrganiserMailsController {
  constructor(private readonly switches: MailSwitches) {}

  @Handles(organiserMailRoutes.showOrganiserMails)
  async show(): Promise<Out['showOrganiserMails']> {
    return { off: await this.switches.off() };
  }

  @Handles(organiserMailRoutes.switchOrganiserMail)
  async switch({ body: { mail, on }, who }: In['switchOrganiserMail']): Promise<Out['switchOrganiserMail']> {
    return { off: await this.switches.switch(mail, on, who) };
  }
}
