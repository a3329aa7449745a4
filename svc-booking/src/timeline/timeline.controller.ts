import { searchRoutes } from '@concert/contracts/booking/search';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/handles';
import { Controller } from '@nestjs/common';
import { ShowTimeline } from './show-timeline.ts';

type In = CallsOf<typeof searchRoutes>;
type Out = AnswersOf<typeof searchRoutes>;

@Controller()
export class TimelineController {
  constructor(private readonly timeline: ShowTimeline) {}

  @Handles(searchRoutes.showTimeline)
  showTimeline({ params }: In['showTimeline']): Promise<Out['showTimeline']> {
    return this.timeline.of(params.bookingId);
  }
}
