/** Something a person can fix: `message` is one sentence, `next` says what to do about it. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly next: string;

  constructor(message: string, next: string, cause?: unknown) {
    super(message, { cause });
    this.next = next;
  }
}
