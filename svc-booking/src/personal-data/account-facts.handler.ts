import { accountErasedV1 } from '@concert/contracts/auth/events';
import type { Fact } from '@concert/contracts/core/envelope';
import { OnFact } from '@concert/service-kit/messages/on-fact';
import { Controller } from '@nestjs/common';
import { ErasePeople } from './erase-people.ts';

/** Harmless when repeated, so it needs no inbox note: what is erased already is not found again. */
@Controller()
export class AccountFactsHandler {
  constructor(private readonly erasePeople: ErasePeople) {}

  @OnFact(accountErasedV1, 'erase-people')
  async erased(fact: Fact<typeof accountErasedV1>): Promise<void> {
    await this.erasePeople.erase(fact.data.userId);
  }
}
