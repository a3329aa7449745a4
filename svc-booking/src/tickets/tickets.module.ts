import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { setting } from '../settings.ts';
import { TicketSigner } from './ed25519-ticket-signer.ts';

@Module({
  providers: [provide(TicketSigner, setting('TICKET_SIGNING_KEYS'))],
  exports: [TicketSigner],
})
export class TicketsModule {}
