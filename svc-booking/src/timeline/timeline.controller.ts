import { searchRoutes } from '@concert/contracts/booking/search';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { Call, Handles } from '@concert/service-kit/handles';
import { Controller } from '@nestjs/common';
import { ShowTimeline } from './show-timeline.ts';

type Routes = typeof searchRoutes;

@Controller()
export class TimelineController {
  constructor(private readonly timeline: ShowTimeline) {}

  @Handles(searchRoutes.showTimeline)
  showTimeline(@Call() { params }: CallOf<Routes['showTimeline']>): Promise<AnswerOf<Routes['showTimeline']>> {
    return this.timeline.of(params.bookingId);
  }
}
