import type { Timeline, TimelineDispute, TimelineEntry } from '@concert/contracts/booking/timeline';
import type { MailView } from '@concert/contracts/notify/http';
import { actInWords, detailInWords, personInWords } from '../audit/act-words.ts';
import { lastChangeOf, reasonOf, stateInWords } from '../mail-delivery/mail-words.ts';
import { texts as mailTexts } from '../mail-delivery/texts.ts';
import { inDollars } from './money.ts';
import { texts } from './texts.ts';

const words = texts.timeline;

/** One line of a timeline, in words. */
export interface Happening {
  readonly key: string;
  readonly at: string;
  readonly kind: 'status' | 'money' | 'choice' | 'act' | 'mail';
  readonly title: string;
  readonly more: readonly string[];
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

function ofEntry(entry: TimelineEntry, index: number): Happening {
  const key = `${entry.kind}-${index}`;
  if (entry.kind === 'status')
    return {
      key,
      at: entry.at,
      kind: 'status',
      title: texts.statuses[entry.to],
      more: [words.by(personInWords(entry.by), entry.cause)],
    };
  if (entry.kind === 'money')
    return {
      key,
      at: entry.at,
      kind: 'money',
      title: words.money[entry.what](inDollars(entry.amount.amountMinor)),
      more: [entry.reference, ...(entry.reason ? [entry.reason] : [])],
    };
  if (entry.kind === 'choice') return { key, at: entry.at, kind: 'choice', title: choiceInWords(entry), more: [] };
  const { by, act, detail, from } = entry.entry;
  return { key, at: entry.at, kind: 'act', title: actInWords(act), more: [words.actBy(personInWords(by), from), ...detailInWords(detail)] };
}

function ofMail(mail: MailView): Happening {
  return {
    key: mail.id,
    at: lastChangeOf(mail),
    kind: 'mail',
    title: mailTexts.told(mailTexts.kinds[mail.kind], stateInWords(mail)),
    more: [reasonOf(mail) ?? ''].filter(Boolean),
    mail,
  };
}

function ofDispute({ at, state, amount, reference }: TimelineDispute, index: number): Happening {
  return { key: `dispute-${index}`, at, kind: 'money', title: words.disputes[state](inDollars(amount.amountMinor)), more: [reference] };
}

/** What happened, newest first. */
export function happenings({ entries, disputes = [] }: Timeline, mails: readonly MailView[]): Happening[] {
  return [...entries.map(ofEntry), ...disputes.map(ofDispute), ...mails.map(ofMail)].sort((a, b) => b.at.localeCompare(a.at));
}
