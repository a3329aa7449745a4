import { notifyProblems } from '@concert/contracts/notify/problems';
import type { ServiceDefinition } from '@concert/service-kit/service';
import { ContactsModule } from './contacts/contacts.module.ts';
import { notifyIndexes } from './indexes.ts';
import { bookingProblems } from './mails/http-ticket-renewals.ts';
import { MailsModule } from './mails/mails.module.ts';
import { MessagesModule } from './messages/messages.module.ts';
import { OrganiserNewsModule } from './organiser-news/organiser-news.module.ts';
import { PersonalDataModule } from './personal-data/personal-data.module.ts';
import { ReadinessModule } from './readiness/readiness.module.ts';
import { SendingModule } from './sending/sending.module.ts';
import { assertOwnProvider, type NotifySettings } from './settings.ts';

/** Defines svc-notify for the kit to start. @throws SettingsError when a real key would be sent to an address other than the provider's */
export function notifyService(settings: NotifySettings): ServiceDefinition<NotifySettings> {
  assertOwnProvider(settings);
  return {
    name: 'svc-notify',
    settings,
    // Of svc-booking, too: it may refuse to replace tickets.
    problems: { ...bookingProblems, ...notifyProblems },
    modules: [MailsModule, SendingModule, ContactsModule, MessagesModule, OrganiserNewsModule, PersonalDataModule, ReadinessModule],
    indexes: notifyIndexes,
  };
}
