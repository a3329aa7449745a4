import { disputeFileRoutes } from '@concert/contracts/booking/dispute-file';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { MakeDisputeFile } from './make-dispute-file.ts';

type In = CallsOf<typeof disputeFileRoutes>;
type Out = AnswersOf<typeof disputeFileRoutes>;

@Controller()
export class DisputeFileController {
  constructor(private readonly makeFile: MakeDisputeFile) {}

  @Handles(disputeFileRoutes.makeDisputeFile)
  make({ params, who }: In['makeDisputeFile']): Promise<Out['makeDisputeFile']> {
    return this.makeFile.of(params.bookingId, who);
  }
}
