import { bookingPseudonymisedV1 } from '@concert/contracts/booking/events';
import type { Fact } from '@concert/contracts/core/envelope';
import { OnFact } from '@concert/service-kit/messages/on-fact';
import { Controller } from '@nestjs/common';
import { BuyerData } from './buyer-data.ts';

/** Harmless when repeated, so it needs no inbox note. */
@Controller()
export class ErasureFactsHandler {
  constructor(private readonly buyers: BuyerData) {}

  @OnFact(bookingPseudonymisedV1, 'erase-people')
  async pseudonymised(fact: Fact<typeof bookingPseudonymisedV1>): Promise<void> {
    await this.buyers.erase(fact.data.bookingId);
  }
}
