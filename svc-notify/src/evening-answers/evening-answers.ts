import { RATINGS, type Rating } from '@concert/contracts/notify/evening-answers';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError, isDuplicateKey } from '@concert/service-kit/process/errors';
import type { Connection } from '@concert/service-kit/store/mongo';
import type { AnswerLinks } from './answer-links.codec.ts';
import { eveningAnswersCollection, type EveningAnswerDocument } from './evening-answer.schema.ts';

/** How long an answer can be changed after it was first given. */
const CHANGEABLE_MS = 7 * 86_400_000;
const MAX_TEXTS = 500;

/** Answers to the two questions after the evening, one for a link. */
export class EveningAnswers {
  constructor(
    private readonly connection: Connection,
    private readonly links: AnswerLinks,
    private readonly clock: Clock,
  ) {}

  /** Stores an answer, or changes it. @returns until when it can be changed. @throws DomainError `notify.answer_closed` */
  async save(secret: string, rating: Rating, words: string): Promise<Date> {
    const id = this.links.answerIdOf(secret);
    if (id === undefined) throw new DomainError('notify.answer_closed');
    const now = this.clock.now();
    const open = new Date(now.getTime() - CHANGEABLE_MS);
    try {
      // One conditional write: an answer that is closed is not found, and a second one of its id cannot be stored.
      const stored = await this.answers
        .findOneAndUpdate(
          { _id: id, answeredAt: { $gt: open } },
          { $set: { rating, words }, $setOnInsert: { answeredAt: now } },
          { upsert: true, returnDocument: 'after' },
        )
        .lean<EveningAnswerDocument>();
      return new Date(stored.answeredAt.getTime() + CHANGEABLE_MS);
    } catch (error) {
      if (isDuplicateKey(error)) throw new DomainError('notify.answer_closed');
      throw error;
    }
  }

  /** How often each answer was given, and the newest texts. */
  async all(): Promise<{ counts: { rating: Rating; count: number }[]; texts: { rating: Rating; words: string }[] }> {
    const [counts, texts] = await Promise.all([
      Promise.all(RATINGS.map(async (rating) => ({ rating, count: await this.answers.countDocuments({ rating }) }))),
      eveningAnswersCollection.read(this.connection, { answeredAt: { $gt: new Date(0) } }, { sort: { answeredAt: -1 }, limit: MAX_TEXTS }),
    ]);
    return { counts, texts: texts.filter(({ words }) => words !== '').map(({ rating, words }) => ({ rating, words })) };
  }

  private get answers() {
    return eveningAnswersCollection.on(this.connection);
  }
}
