import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { MessageRunsModule } from '../message-runs/message-runs.module.ts';
import { DeskController } from './desk.controller.ts';

@Module({ imports: [MailsModule, ContactsModule, MessageRunsModule], controllers: [DeskController] })
export class DeskModule {}
