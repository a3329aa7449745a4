import { bookingRoutes } from '@concert/contracts/booking/http';
import { createCursor } from '@concert/service-kit/http/cursor';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { z } from 'zod';
import { PARTS, ShowAudience } from './show-audience.ts';

type In = CallsOf<typeof bookingRoutes>;
type Out = AnswersOf<typeof bookingRoutes>;

const cursor = createCursor(z.strictObject({ in: z.enum(PARTS), after: z.string().max(100) }), '/cursor');

@Controller()
export class AudienceController {
  constructor(private readonly show: ShowAudience) {}

  @Handles(bookingRoutes.listAudience)
  async list({ body: { cursor: place, ...question } }: In['listAudience']): Promise<Out['listAudience']> {
    const { people, next } = await this.show.page(question, place === undefined ? undefined : cursor.read(place));
    return { people, ...(next ? { next: cursor.write(next) } : {}) };
  }

  @Handles(bookingRoutes.showAudiencePerson)
  person({ params }: In['showAudiencePerson']): Promise<Out['showAudiencePerson']> {
    return this.show.person(params.of);
  }
}
