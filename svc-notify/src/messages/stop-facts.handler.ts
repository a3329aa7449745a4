import { eveningStoppedV1, stopUndoneV1 } from '@concert/contracts/booking/events';
import type { Fact } from '@concert/contracts/core/envelope';
import { OnFact } from '@concert/service-kit/messages/on-fact';
import { Controller } from '@nestjs/common';
import { TellStop } from './tell-stop.ts';

const PURPOSE = 'tell-stop';

/* Harmless when repeated and in any order, so it needs no inbox note. */
@Controller()
export class StopFactsHandler {
  constructor(private readonly tell: TellStop) {}

  @OnFact(eveningStoppedV1, PURPOSE)
  stopped(fact: Fact<typeof eveningStoppedV1>): Promise<void> {
    return this.tell.stopped(fact.data);
  }

  @OnFact(stopUndoneV1, PURPOSE)
  undone(fact: Fact<typeof stopUndoneV1>): Promise<void> {
    return this.tell.undone(fact.data);
  }
}
