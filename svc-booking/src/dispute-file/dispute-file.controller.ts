import { disputeFileRoutes } from '@concert/contracts/booking/dispute-file';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { MakeDisputeFile } from './make-dispute-file.ts';

export const DisputeFileController = controllerOf(
  disputeFileRoutes,
  { file: MakeDisputeFile },
  { makeDisputeFile: ({ params, who }, { file }) => file.of(params.bookingId, who) },
);
