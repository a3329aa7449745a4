import { bookingRoutes } from '@concert/contracts/booking/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { DomainError } from '@concert/service-kit/process/errors';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { SharePicture } from '../share-picture/share-picture.ts';
import { ChangeConcertState } from './change-concert-state.ts';
import { ShowConcert } from './show-concert.ts';
import { StopEvening } from './stop-evening.ts';

type In = CallsOf<typeof bookingRoutes>;
type Out = AnswersOf<typeof bookingRoutes>;

@Controller()
export class ConcertController {
  constructor(
    private readonly show: ShowConcert,
    private readonly picture: SharePicture,
    private readonly changeState: ChangeConcertState,
    private readonly stopping: StopEvening,
  ) {}

  @Handles(bookingRoutes.showConcert)
  showConcert(): Promise<Out['showConcert']> {
    return this.show.now();
  }

  /** An old name gets the picture as it is now, which nobody shall keep under that name. */
  @Handles(bookingRoutes.showPicture)
  async showPicture({ params }: In['showPicture'], @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    const words = await this.show.pictureWords();
    if (!words) throw new DomainError('request.not_found');
    const picture = await this.picture.of(words);
    reply
      .header('content-type', 'image/jpeg')
      .header('cache-control', params.name === picture.name ? 'public, max-age=31536000, immutable' : 'no-cache');
    return picture.bytes;
  }

  @Handles(bookingRoutes.changeConcertState)
  change({ body, who }: In['changeConcertState']): Promise<Out['changeConcertState']> {
    return this.changeState.change(body.state, body.reason, who);
  }

  @Handles(bookingRoutes.showStanding)
  standing(): Promise<Out['showStanding']> {
    return this.stopping.show();
  }

  @Handles(bookingRoutes.stopEvening)
  stop({ body, who }: In['stopEvening']): Promise<Out['stopEvening']> {
    return this.stopping.stop(body, who);
  }

  @Handles(bookingRoutes.undoStop)
  undo({ body, who }: In['undoStop']): Promise<Out['undoStop']> {
    return this.stopping.undo(body.runId, who);
  }
}
