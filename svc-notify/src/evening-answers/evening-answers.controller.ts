import { eveningAnswerRoutes } from '@concert/contracts/notify/evening-answers';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { EveningAnswers } from './evening-answers.ts';

type In = CallsOf<typeof eveningAnswerRoutes>;
type Out = AnswersOf<typeof eveningAnswerRoutes>;

@Controller()
export class EveningAnswersController {
  constructor(private readonly answers: EveningAnswers) {}

  @Handles(eveningAnswerRoutes.saveEveningAnswer)
  async save({ body: { token, rating, words } }: In['saveEveningAnswer']): Promise<Out['saveEveningAnswer']> {
    return { changeableUntil: (await this.answers.save(token, rating, words)).toISOString() };
  }

  @Handles(eveningAnswerRoutes.listEveningAnswers)
  list(): Promise<Out['listEveningAnswers']> {
    return this.answers.all();
  }
}
