export const MARKS = Symbol('MarksRepository');

/** Remembers how far the provider's notices were read. */
export interface MarksRepository {
  read(name: string): Promise<Date | undefined>;
  write(name: string, at: Date): Promise<void>;
  /** Which of these notices were carried out before. */
  handled(noticeIds: readonly string[]): Promise<ReadonlySet<string>>;
}
