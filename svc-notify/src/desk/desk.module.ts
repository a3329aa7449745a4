import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { DeskController } from './desk.controller.ts';

@Module({ imports: [MailsModule, ContactsModule], controllers: [DeskController] })
export class DeskModule {}
