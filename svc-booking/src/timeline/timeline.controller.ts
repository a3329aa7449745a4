import { timelineRoutes } from '@concert/contracts/booking/timeline';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { ShowTimeline } from './show-timeline.ts';

type In = CallsOf<typeof timelineRoutes>;
type Out = AnswersOf<typeof timelineRoutes>;

@Controller()
export class TimelineController {
  constructor(private readonly timeline: ShowTimeline) {}

  @Handles(timelineRoutes.listDisputes)
  async listDisputes(): Promise<Out['listDisputes']> {
    return { disputes: await this.timeline.disputes() };
  }

  @Handles(timelineRoutes.showTimeline)
  showTimeline({ params }: In['showTimeline']): Promise<Out['showTimeline']> {
    return this.timeline.of(params.bookingId);
  }
}
