import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RecipientId } from '@concert/contracts/core/ids';
import { token } from '@concert/service-kit/process/provide';

export const ANSWER_LINKS = token<AnswerLinks>('AnswerLinks');

/** Secrets of the links in mails after the evening: a recipient's id and a signature. */
export class AnswerLinks {
  /** @param keys the first signs; links signed with the others still work */
  constructor(private readonly keys: readonly string[]) {}

  tokenOf(id: RecipientId): string {
    return `${id}.${sign(this.keys[0]!, `how-was-it\n${id}`)}`;
  }

  /** Under what the answer of a link is kept; nobody without our key can work it out. Undefined where the secret is none of ours. */
  answerIdOf(secret: string): string | undefined {
    const [id = '', signature = ''] = secret.split('.');
    const given = Buffer.from(signature);
    const key = this.keys.find((one) => {
      const right = Buffer.from(sign(one, `how-was-it\n${id}`));
      return given.length === right.length && timingSafeEqual(given, right);
    });
    return key === undefined ? undefined : sign(key, `evening-answer\n${id}`);
  }
}

function sign(key: string, what: string): string {
  return createHmac('sha256', key).update(what).digest('base64url');
}
