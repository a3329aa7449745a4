import type { ComplimentaryCategory, complimentaryRoutes as Complimentary } from '@concert/contracts/booking/complimentary';
import { bookingRoutes } from '@concert/contracts/booking/http';
import type { Identity } from '@concert/contracts/core/identity';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { Call, Handles, Key, Who } from '@concert/service-kit/handles';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AddEntries, type Added } from './add-entries.ts';
import { ChangeEntry } from './change-entry.ts';
import { PreviewImport } from './preview-import.ts';
import { ShowEntries } from './show-entries.ts';

type Routes = typeof Complimentary;
type Form = CallOf<Routes['addFamilyMember']>;

@Controller()
export class ComplimentaryController {
  constructor(
    private readonly addEntries: AddEntries,
    private readonly change: ChangeEntry,
    private readonly show: ShowEntries,
    private readonly previewImport: PreviewImport,
  ) {}

  @Handles(bookingRoutes.addFamilyMember)
  addFamilyMember(@Call() call: Form, @Who() who: Identity, @Key() key: string): Promise<Added> {
    return this.add('h', call, who, key);
  }

  @Handles(bookingRoutes.addVip)
  addVip(@Call() call: Form, @Who() who: Identity, @Key() key: string): Promise<Added> {
    return this.add('v', call, who, key);
  }

  @Handles(bookingRoutes.addFriendOrFamily)
  addFriendOrFamily(@Call() call: Form, @Who() who: Identity, @Key() key: string): Promise<Added> {
    return this.add('f', call, who, key);
  }

  private add(group: ComplimentaryCategory, { body }: Form, who: Identity, key: string): Promise<Added> {
    const { email, name, email2, phoneno, notickets, second_entry: again } = body;
    return this.addEntries.add(group, email, { name, email2, phoneno, notickets, ...(again ? { again } : {}) }, who, key);
  }

  @Handles(bookingRoutes.listComplimentary)
  list(@Call() call: CallOf<Routes['listComplimentary']>): Promise<AnswerOf<Routes['listComplimentary']>> {
    return this.show.list(call.query);
  }

  @Handles(bookingRoutes.revokeComplimentary)
  revoke(@Call() call: CallOf<Routes['revokeComplimentary']>, @Who() who: Identity): Promise<Added> {
    return this.change.revoke(call.params.entryId, who);
  }

  @Handles(bookingRoutes.resendComplimentary)
  resend(@Call() call: CallOf<Routes['resendComplimentary']>, @Who() who: Identity, @Key() key: string): Promise<Added> {
    return this.change.resend(call.params.entryId, who, key);
  }

  @Handles(bookingRoutes.previewImport)
  preview(@Call() call: CallOf<Routes['previewImport']>): Promise<AnswerOf<Routes['previewImport']>> {
    return this.previewImport.preview(call.body.group, call.body.format, call.body.content);
  }

  @Handles(bookingRoutes.importComplimentary)
  import(
    @Call() call: CallOf<Routes['importComplimentary']>,
    @Who() who: Identity,
    @Key() key: string,
  ): Promise<AnswerOf<Routes['importComplimentary']>> {
    const guests = call.body.rows.map(({ second_entry: again, ...guest }) => ({ ...guest, ...(again ? { again } : {}) }));
    return this.addEntries.addAll(call.body.group, guests, who, key);
  }

  @Handles(bookingRoutes.showComplimentaryDetails)
  details(
    @Call() call: CallOf<(typeof bookingRoutes)['showComplimentaryDetails']>,
    @Who() who: Identity | undefined,
  ): Promise<AnswerOf<(typeof bookingRoutes)['showComplimentaryDetails']>> {
    return this.show.details(call.body.reference, call.body.reference2, call.body.catg, who);
  }

  @Handles(bookingRoutes.downloadComplimentaryTickets)
  async pdf(
    @Call() call: CallOf<Routes['downloadComplimentaryTickets']>,
    @Who() who: Identity | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const pdf = await this.show.pdf(call.params.entryId, call.query.ref2, who);
    void reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `attachment; filename="tickets-${call.params.entryId}.pdf"`)
      .header('cache-control', 'private, no-store');
    return pdf;
  }

  @Handles(bookingRoutes.showComplimentaryTicketMail)
  ticketMail(@Call() call: CallOf<Routes['showComplimentaryTicketMail']>): Promise<AnswerOf<Routes['showComplimentaryTicketMail']>> {
    return this.show.ticketMail(call.params.entryId);
  }
}
