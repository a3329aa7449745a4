import { disputeFileRoutes } from '@concert/contracts/booking/dispute-file';
import { timelineRoutes } from '@concert/contracts/booking/timeline';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { MakeDisputeFile } from './make-dispute-file.ts';
import { ShowTimeline } from './show-timeline.ts';

export const TimelineController = controllerOf(
  { ...timelineRoutes, ...disputeFileRoutes },
  { timeline: ShowTimeline, file: MakeDisputeFile },
  {
    listDisputes: async (_, { timeline }) => ({ disputes: await timeline.disputes() }),
    showTimeline: ({ params }, { timeline }) => timeline.of(params.bookingId),
    makeDisputeFile: ({ params, who }, { file }) => file.of(params.bookingId, who),
  },
);
