import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Mail } from './mail.ts';

/** A mail in the box and what became of it. */
export interface Kept {
  mail: Mail;
  /** `bounced` and the like, told by hand; empty as long as nothing is known. */
  events: { event: string; at: string; eventId: string }[];
}

type Line = { mail: Mail } | { id: string; event: Kept['events'][number] } | { emptied: true };

/** Mails in the order they came. With a file, every mail is appended to it before its sender gets an answer. */
export class Mailbox {
  private kept = new Map<string, Kept>();
  private readonly file: string | undefined;

  constructor(file?: string) {
    this.file = file;
    if (!file) return;
    mkdirSync(dirname(file), { recursive: true });
    if (!existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      try {
        if (line) this.apply(JSON.parse(line) as Line);
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
      }
    }
    const fresh = `${file}.new`;
    const lines = [...this.kept.values()].flatMap(({ mail, events }) => [{ mail }, ...events.map((event) => ({ id: mail.id, event }))]);
    writeFileSync(fresh, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    renameSync(fresh, file);
  }

  add(mail: Mail): void {
    this.write({ mail });
  }

  note(id: string, event: Kept['events'][number]): void {
    this.write({ id, event });
  }

  empty(): void {
    this.write({ emptied: true });
  }

  get(id: string): Kept | undefined {
    return this.kept.get(id);
  }

  /** Newest first; `to` matches any part of a recipient's address, `subject` any part of the subject. */
  list(filter: { to?: string | undefined; subject?: string | undefined } = {}): Kept[] {
    const to = filter.to?.trim().toLowerCase();
    const subject = filter.subject?.trim().toLowerCase();
    return [...this.kept.values()]
      .filter(({ mail }) => !to || [...mail.to, ...mail.cc, ...mail.bcc].some(({ email }) => email.toLowerCase().includes(to)))
      .filter(({ mail }) => !subject || mail.subject.toLowerCase().includes(subject))
      .reverse();
  }

  private write(line: Line): void {
    if (this.file) appendFileSync(this.file, `${JSON.stringify(line)}\n`);
    this.apply(line);
  }

  private apply(line: Line): void {
    if ('mail' in line) this.kept.set(line.mail.id, { mail: line.mail, events: [] });
    else if ('emptied' in line) this.kept.clear();
    else this.kept.get(line.id)?.events.push(line.event);
  }
}
