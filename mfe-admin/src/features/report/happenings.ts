import type { Timeline, TimelineEntry } from '@concert/contracts/booking/timeline';
import { formatMoney } from '@concert/contracts/core/money';
import type { MailView } from '@concert/contracts/notify/http';
import { actInWords, personInWords } from '../audit/act-words.ts';
import { lastChangeOf, reasonOf, stateInWords } from '../mail-delivery/mail-words.ts';
import { texts as mailTexts } from '../mail-delivery/texts.ts';
import { texts as words } from './panel-texts.ts';

const CAUSES: Readonly<Record<string, string>> = words.causes;

/** One line of a timeline, in words. */
export interface Happening {
  readonly key: string;
  readonly at: string;
  readonly kind: 'status' | 'money' | 'choice' | 'act' | 'mail';
  readonly title: string;
  /** Who did it and from where, or why it failed. */
  readonly more?: string | undefined;
  /** The mail it is about. */
  readonly mail?: MailView;
}

function choiceInWords({ step, silent, giveBack, gifts }: Extract<TimelineEntry, { kind: 'choice' }>): string {
  const { chosen, toConfirm, carriedOut, silence, keepsAll, givesBack, withGift } = words.choices;
  const what = giveBack.length === 0 ? keepsAll : givesBack(giveBack) + (gifts > 0 ? withGift(gifts) : '');
  if (step === 'chosen') return chosen(what);
  if (step === 'to-confirm') return toConfirm(what);
  return silent ? silence(what) : carriedOut(what);
}

function ofEntry(entry: TimelineEntry, index: number, timeZone: string): Happening {
  const key = `${entry.kind}-${index}`;
  if (entry.kind === 'status')
    return {
      key,
      at: entry.at,
      kind: 'status',
      title: CAUSES[entry.cause] ?? words.states[entry.to],
      // What happened by itself was done by nobody.
      more: entry.by.id.startsWith('svc-') ? undefined : personInWords(entry.by),
    };
  if (entry.kind === 'money')
    return {
      key,
      at: entry.at,
      kind: 'money',
      title: words.money[entry.what](formatMoney(entry.amount.amountMinor)),
      more: entry.reason,
    };
  if (entry.kind === 'choice') return { key, at: entry.at, kind: 'choice', title: choiceInWords(entry) };
  const { by, from } = entry.entry;
  return { key, at: entry.at, kind: 'act', title: actInWords(entry.entry, timeZone), more: words.actBy(personInWords(by), from) };
}

function ofMail(mail: MailView): Happening {
  return {
    key: mail.id,
    at: lastChangeOf(mail),
    kind: 'mail',
    title: mailTexts.told(mailTexts.kinds[mail.kind], stateInWords(mail)),
    more: reasonOf(mail),
    mail,
  };
}

/** What happened, newest first. */
export function happenings({ entries }: Timeline, mails: readonly MailView[], timeZone: string): Happening[] {
  return [...entries.map((entry, index) => ofEntry(entry, index, timeZone)), ...mails.map(ofMail)].sort((a, b) => b.at.localeCompare(a.at));
}
