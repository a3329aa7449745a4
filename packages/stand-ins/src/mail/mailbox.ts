import { getHeapStatistics } from 'node:v8';
import { AppendOnlyFile } from '../append-only-file.ts';
import type { Mail } from './mail.ts';

/** A mail in the box and what became of it. */
export interface StoredMail {
  mail: Mail;
  /** `bounced` and the like, told by hand; empty as long as nothing is known. */
  events: { event: string; at: string; eventId: string }[];
}

type Line = { mail: Mail } | { id: string; event: StoredMail['events'][number] };

/** How much of the newest mails is held: some three thousand with tickets, or what fits into the heap of a small container beside a list of all. */
const MAX_CHARACTERS = Math.min(250_000_000, getHeapStatistics().heap_size_limit / 4);

/** The newest mails in the order they came. With a file, every mail is appended to it before its sender gets an answer. */
export class Mailbox {
  private readonly kept = new Map<string, StoredMail & { readonly characters: number }>();
  private readonly most: number;
  private readonly lines: AppendOnlyFile<Line> | undefined;
  private characters = 0;

  /** @param most how many characters of mails are held; the oldest mails go first, but never the newest */
  constructor(file?: string, most = MAX_CHARACTERS) {
    this.most = most;
    this.lines = file
      ? new AppendOnlyFile<Line>(
          file,
          (line) => this.apply(line),
          () => this.held(),
          most / 2,
        )
      : undefined;
  }

  add(mail: Mail): void {
    this.write({ mail });
  }

  note(id: string, event: StoredMail['events'][number]): void {
    this.write({ id, event });
  }

  get(id: string): StoredMail | undefined {
    return this.kept.get(id);
  }

  /** Newest first; `to` matches any part of a recipient's address. */
  list(filter: { to?: string | undefined } = {}): StoredMail[] {
    const to = filter.to?.trim().toLowerCase();
    return [...this.kept.values()].filter(({ mail }) => !to || mail.to.some(({ email }) => email.toLowerCase().includes(to))).reverse();
  }

  private *held(): Generator<Line> {
    for (const { mail, events } of this.kept.values()) {
      yield { mail };
      for (const event of events) yield { id: mail.id, event };
    }
  }

  private write(line: Line): void {
    this.apply(line);
    this.lines?.append(line);
  }

  private apply(line: Line): void {
    if ('mail' in line) this.hold(line.mail);
    else this.kept.get(line.id)?.events.push(line.event);
  }

  private hold(mail: Mail): void {
    const characters = sizeOf(mail);
    this.kept.set(mail.id, { mail, events: [], characters });
    this.characters += characters;
    for (const [id, oldest] of this.kept) {
      if (this.characters <= this.most || this.kept.size === 1) return;
      this.kept.delete(id);
      this.characters -= oldest.characters;
    }
  }
}

function sizeOf({ text, html, subject, attachments }: Mail): number {
  return subject.length + (text?.length ?? 0) + (html?.length ?? 0) + attachments.reduce((sum, { content }) => sum + content.length, 500);
}
