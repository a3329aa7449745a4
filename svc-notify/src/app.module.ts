import { notifyProblems } from '@concert/contracts/notify/problems';
import type { ServiceDefinition } from '@concert/service-kit/service';
import { MailsModule } from './mails/mails.module.ts';
import { mailIndexes } from './mails/mongo-mails.repository.ts';
import type { NotifySettings } from './settings.ts';

/** svc-notify as the kit starts it. */
export function notifyService(settings: NotifySettings): ServiceDefinition<NotifySettings> {
  return { name: 'svc-notify', settings, problems: notifyProblems, modules: [MailsModule], indexes: mailIndexes };
}
