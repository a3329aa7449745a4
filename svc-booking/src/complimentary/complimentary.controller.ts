import type { ComplimentaryCategory } from '@concert/contracts/booking/complimentary';
import { bookingRoutes } from '@concert/contracts/booking/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AddEntries, type AddedEntry } from './add-entries.ts';
import { ChangeEntry } from './change-entry.ts';
import { PreviewImport } from './preview-import.ts';
import { ShowEntries } from './show-entries.ts';

type In = CallsOf<typeof bookingRoutes>;
type Out = AnswersOf<typeof bookingRoutes>;

@Controller()
export class ComplimentaryController {
  constructor(
    private readonly addEntries: AddEntries,
    private readonly change: ChangeEntry,
    private readonly show: ShowEntries,
    private readonly previewImport: PreviewImport,
  ) {}

  @Handles(bookingRoutes.addFamilyMember)
  addFamilyMember(call: In['addFamilyMember']): Promise<AddedEntry> {
    return this.add('h', call);
  }

  @Handles(bookingRoutes.addVip)
  addVip(call: In['addVip']): Promise<AddedEntry> {
    return this.add('v', call);
  }

  @Handles(bookingRoutes.addFriendOrFamily)
  addFriendOrFamily(call: In['addFriendOrFamily']): Promise<AddedEntry> {
    return this.add('f', call);
  }

  private add(group: ComplimentaryCategory, { body, who, key }: In['addFamilyMember']): Promise<AddedEntry> {
    const { email, name, email2, phoneno, notickets, second_entry: again } = body;
    return this.addEntries.add(group, email, { name, email2, phoneno, notickets, ...(again ? { again } : {}) }, who, key);
  }

  @Handles(bookingRoutes.listComplimentary)
  list({ query, who }: In['listComplimentary']): Promise<Out['listComplimentary']> {
    return this.show.list(query, who);
  }

  @Handles(bookingRoutes.revokeComplimentary)
  revoke({ params, who }: In['revokeComplimentary']): Promise<AddedEntry> {
    return this.change.revoke(params.entryId, who);
  }

  @Handles(bookingRoutes.giveComplimentaryBack)
  giveBack({ params, body, who }: In['giveComplimentaryBack']): Promise<void> {
    return this.change.giveBack(params.entryId, body.tickets, who);
  }

  @Handles(bookingRoutes.resendComplimentary)
  resend({ params, who, key }: In['resendComplimentary']): Promise<AddedEntry> {
    return this.change.resend(params.entryId, who, key);
  }

  @Handles(bookingRoutes.previewImport)
  preview({ body }: In['previewImport']): Promise<Out['previewImport']> {
    return this.previewImport.preview(body.group, body.text);
  }

  @Handles(bookingRoutes.importComplimentary)
  import({ body, who, key }: In['importComplimentary']): Promise<Out['importComplimentary']> {
    const guests = body.rows.map(({ second_entry: again, ...guest }) => ({ ...guest, ...(again ? { again } : {}) }));
    return this.addEntries.addAll(body.group, guests, who, key);
  }

  @Handles(bookingRoutes.showComplimentaryDetails)
  details({ body, who }: In['showComplimentaryDetails']): Promise<Out['showComplimentaryDetails']> {
    return this.show.details(body.reference, body.reference2, body.catg, who);
  }

  @Handles(bookingRoutes.downloadComplimentaryTickets)
  async pdf({ params, body, who }: In['downloadComplimentaryTickets'], @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    const pdf = await this.show.pdf(params.entryId, body.ref2, who);
    void reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `attachment; filename="tickets-${params.entryId}.pdf"`)
      .header('cache-control', 'private, no-store');
    return pdf;
  }

  @Handles(bookingRoutes.showComplimentaryTicketMail)
  ticketMail({ params }: In['showComplimentaryTicketMail']): Promise<Out['showComplimentaryTicketMail']> {
    return this.show.ticketMail(params.entryId);
  }
}
