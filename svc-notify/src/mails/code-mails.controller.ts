import { createHash } from 'node:crypto';
import { codeMailRoutes } from '@concert/contracts/notify/code-mails';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller, Inject } from '@nestjs/common';
import { MongoMails } from './mongo-mails.ts';

type In = CallsOf<typeof codeMailRoutes>;
type Out = AnswersOf<typeof codeMailRoutes>;

/** Tells a browser what became of the mail that it asked for. Its secret is known here by its hash alone. */
@Controller()
export class CodeMailsController {
  constructor(@Inject(MongoMails) private readonly mails: MongoMails) {}

  @Handles(codeMailRoutes.checkCodeMail)
  async check({ body: { request } }: In['checkCodeMail']): Promise<Out['checkCodeMail']> {
    return { refused: await this.mails.isRefused(createHash('sha256').update(request).digest('base64url')) };
  }
}
