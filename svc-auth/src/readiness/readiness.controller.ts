import { authRoutes } from '@concert/contracts/auth/http';
import { Handles, type AnswersOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { ShowReadiness } from './show-readiness.ts';

@Controller()
export class ReadinessController {
  constructor(private readonly readiness: ShowReadiness) {}

  @Handles(authRoutes.showAuthReadiness)
  async show(): Promise<AnswersOf<typeof authRoutes>['showAuthReadiness']> {
    return { rows: await this.readiness.rows() };
  }
}
