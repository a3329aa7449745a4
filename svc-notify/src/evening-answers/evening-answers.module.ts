import { CLOCK } from '@concert/service-kit/process/clock';
import { provide, provideAs } from '@concert/service-kit/process/provide';
import { MONGO } from '@concert/service-kit/store/mongo';
import { Module } from '@nestjs/common';
import { setting } from '../settings.ts';
import { ANSWER_LINKS, AnswerLinks } from './answer-links.codec.ts';
import { EveningAnswersController } from './evening-answers.controller.ts';
import { EveningAnswers } from './evening-answers.ts';

@Module({
  controllers: [EveningAnswersController],
  providers: [provideAs(ANSWER_LINKS, AnswerLinks, setting('NOTIFY_LINK_KEYS')), provide(EveningAnswers, MONGO, ANSWER_LINKS, CLOCK)],
  exports: [ANSWER_LINKS],
})
export class EveningAnswersModule {}
