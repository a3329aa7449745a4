import { timelineRoutes } from '@concert/contracts/booking/timeline';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { ShowTimeline } from './show-timeline.ts';

export const TimelineController = controllerOf(
  timelineRoutes,
  { timeline: ShowTimeline },
  {
    listDisputes: async (_, { timeline }) => ({ disputes: await timeline.disputes() }),
    showTimeline: ({ params }, { timeline }) => timeline.of(params.bookingId),
  },
);
