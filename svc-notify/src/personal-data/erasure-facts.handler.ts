import { accountErasedV1 } from '@concert/contracts/auth/events';
import { bookingPseudonymisedV1, complimentaryPseudonymisedV1, waitingPseudonymisedV1 } from '@concert/contracts/booking/events';
import type { Fact } from '@concert/contracts/core/envelope';
import { OnFact } from '@concert/service-kit/messages/on-fact';
import { Controller, Inject } from '@nestjs/common';
import { MongoPeopleData } from './mongo-people-data.ts';
import { HttpPeopleElsewhere } from './http-people-elsewhere.ts';

const FORGET = 'forget-addresses';

/** Deletes what names erased people. Harmless when repeated, so it needs no inbox note: what is deleted is not found again. */
@Controller()
export class ErasureFactsHandler {
  constructor(
    @Inject(MongoPeopleData) private readonly data: MongoPeopleData,
    @Inject(HttpPeopleElsewhere) private readonly elsewhere: HttpPeopleElsewhere,
  ) {}

  @OnFact(accountErasedV1, 'erase-people')
  async erased({ data: { userId } }: Fact<typeof accountErasedV1>): Promise<void> {
    const email = await this.elsewhere.erasedAddressOf(userId);
    if (email === null) return;
    await this.data.forget(email);
    await this.elsewhere.reportErasure(userId);
  }

  @OnFact(bookingPseudonymisedV1, FORGET)
  async bookingPseudonymised(fact: Fact<typeof bookingPseudonymisedV1>): Promise<void> {
    await this.data.forgetCorrectedAddress(fact.data.bookingId);
  }

  @OnFact(complimentaryPseudonymisedV1, FORGET)
  async entryPseudonymised(fact: Fact<typeof complimentaryPseudonymisedV1>): Promise<void> {
    await this.data.forgetCorrectedAddress(fact.data.entryId);
  }

  @OnFact(waitingPseudonymisedV1, FORGET)
  async placePseudonymised(fact: Fact<typeof waitingPseudonymisedV1>): Promise<void> {
    await this.data.forgetCorrectedAddress(fact.data.waitingId);
  }
}
