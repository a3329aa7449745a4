import type { BigAction } from '@concert/contracts/auth/approvals';
import type { AuditEntryView, AuditPerson } from '@concert/contracts/booking/audit';
import type { AuditedAct } from '@concert/contracts/core/audit-entry';
import { formatMoney } from '@concert/contracts/core/money';
import { momentInWords } from '@concert/contracts/core/time-in-words';
import { texts as mailTexts } from '../mail-delivery/texts.ts';
import { texts } from './texts.ts';

type Detail = AuditEntryView['detail'];
type Fact = Detail[string] | undefined;

/** '1 ticket', '3 tickets'; 'tickets' where no number is told. */
function many(count: Fact, one: string, more = `${one}s`): string {
  return typeof count === 'number' ? `${count} ${count === 1 ? one : more}` : more;
}

/** '$25.00', from minor units. */
function money(amountMinor: Fact): string {
  return typeof amountMinor === 'number' ? formatMoney(amountMinor) : 'money';
}

function said(label: string, text: Fact): string {
  return text ? `. ${label}: “${text}”` : '';
}

/** What a second person was asked for. */
const BIG_ACTIONS: Readonly<Record<BigAction['kind'], (detail: Detail) => string>> = {
  refund: (d) => `refund ${money(d['amountMinor'])} to a buyer`,
  'refund-run': (d) => `refund everyone, ${money(d['amountMinor'])}`,
  cancellation: () => 'cancel the concert',
  settings: () => 'change prices or contact details',
  'stop-undone': () => 'let the concert take place after all',
  postponement: () => 'postpone the concert',
  'timed-message': () => 'change the text of a scheduled email',
  'message-run': (d) => `send a message to ${many(d['people'], 'person', 'people')}`,
  'lost-passkeys': () => 'remove lost passkeys',
  role: (d) => `change a role from ${d['from']} to ${d['to']}`,
};
const bigAction = (d: Detail): string => BIG_ACTIONS[d['kind'] as BigAction['kind']]?.(d) ?? 'a big action';

const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const inWords = (text: Fact, timeZone: string): string => String(text ?? '').replace(MOMENT, (at) => momentInWords(at, timeZone));

/** 'title: New (was Old)' for each setting; the names of categories and groups stay as they are. */
function changes(detail: Detail, timeZone: string): string {
  return Object.entries(detail)
    .map(([field, change]) => {
      const name = /^[A-Z]/.test(field) ? field : field.replace(/([A-Z])/g, ' $1').toLowerCase();
      return `${name}: ${inWords(change, timeZone)}`;
    })
    .join('; ');
}

const goesTo = ({ goesTo: to = 'group' }: Detail): string => (to === 'group' ? 'back to the allotment' : `to the sale of ${to}`);
const becauseCorrected = ({ cause }: Detail): string => (cause === 'address corrected' ? ', because the address was corrected' : '');
const mailKind = ({ mailKind: kind }: Detail): string =>
  (mailTexts.kinds[kind as keyof typeof mailTexts.kinds] ?? 'Email').replace(/^./, (first) => first.toLowerCase());

/** What somebody did, for every act that is recorded; who and when stand beside it. */
const SENTENCES = {
  'approval.asked': (d) => `Asked for approval to ${bigAction(d)}`,
  'approval.given': (d) => `Approved: ${bigAction(d)}`,
  'approval.refused': (d) => `Rejected: ${bigAction(d)}`,
  'approval.told': (d) => `Emailed all organisers: ${bigAction(d)}`,
  'approval.used': (d) => `Carried out: ${bigAction(d)}`,
  'approval-rule.changed': (d) => `Changed the rule for big actions from “${d['from']}” to “${d['to']}”`,
  'audit-log.chain-begun': (d) => `Began a new chain; the log cannot be verified from entry ${d['brokenAt']} to here`,
  'backup.made': () => 'Made a backup',
  'backup.rehearsed': () => 'Tested restoring a backup',
  'backup.restored': () => 'Restored a backup',
  'booking.seats-freed': (d) =>
    `Freed ${many(d['tickets'], 'seat')} in ${d['seating']}, after ${money(d['lostMinor'])} was lost to a dispute`,
  'cancellation-run.started': (d) =>
    `Started to refund everyone: ${many(d['count'], 'payment')}, ${money(d['totalMinor'])}${said('Why the sums differ', d['explanation'])}`,
  'cancellation-run.paused': () => 'Paused refunding everyone',
  'cancellation-run.resumed': () => 'Resumed refunding everyone',
  'complimentary.added': (d) => `Added a guest to ${d['group']}, with ${many(d['tickets'], 'ticket')}`,
  'complimentary.given-back': (d) => `Gave up ${many(d['tickets'], 'ticket')} of ${d['group']}, which went ${goesTo(d)}`,
  'complimentary.imported': (d) =>
    `Added ${many(d['added'], 'guest')} to ${d['group']} from a sheet, with ${many(d['tickets'], 'ticket')}; ${d['skipped']} left out`,
  'complimentary.revoked': (d) => `Withdrew ${many(d['tickets'], 'ticket')} of a guest of ${d['group']}`,
  'complimentary.resent': (d) => `Sent the ticket email of a guest of ${d['group']} again`,
  'complimentary.renewed': (d) => `Issued a guest of ${d['group']} ${many(d['tickets'], 'new ticket')}${becauseCorrected(d)}`,
  'concert.postponed': (d, timeZone) =>
    `Postponed the concert from ${inWords(d['was'], timeZone)}, new date: ${inWords(d['startsAt'], timeZone)}. Holders choose until ${inWords(d['chooseUntil'], timeZone)}${said('Reason', d['reason'])}`,
  'concert.prices-confirmed': (d) => `Confirmed the prices: ${d['prices']}`,
  'concert.sale-opened': () => 'Opened the sale',
  'concert.settings-changed': (d, timeZone) => `Changed the settings. ${changes(d, timeZone)}`,
  'concert.state-changed': (d) => `Set the concert from ${d['from']} to ${d['to']}${said('Reason', d['reason'])}`,
  'contact-message.answered': () => 'Marked a visitor’s message as answered',
  'contact-message.reopened': () => 'Marked a visitor’s message as not answered',
  'dead-letter.dropped': () => 'Dropped a message that a service could not handle',
  'dead-letters.redriven': (d) => `Sent a service ${many(d['count'], 'message')} again that it could not handle`,
  'helper-link.made': () => 'Made a link for a helper at the door',
  'helper-link.opened': () => 'Opened a helper’s link and helps at the door',
  'helper-link.ended': () => 'Withdrew a helper’s link',
  'hold.released': (d) =>
    `Released ${many(d['tickets'], 'held seat')} in ${d['seating']}${d['paying'] ? ', while the buyer was paying' : ''}${said('Reason', d['reason'])}`,
  'invitation.made': (d) =>
    `${d['for'] === 'guests' ? `Invited ${many(d['made'], 'guest')}` : 'Made a link'} for ${many(d['seats'], 'seat')} of ${d['group']}`,
  'invitation.ended': (d) => `Ended an invitation of ${d['group']}; ${many(d['tickets'], 'ticket')} went ${goesTo(d)}`,
  'invitation.claimed': (d) =>
    d['tickets'] === 0
      ? `Their invitation to ${d['group']} was declined`
      : `Their invitation to ${d['group']} was used for ${many(d['tickets'], 'ticket')}`,
  'job.released': () => 'Released a job that another process held',
  'keys.announced': () => 'Announced a new key',
  'keys.rotated': () => 'Changed to the new key',
  'keys.dropped': () => 'Dropped the previous key',
  'mail.resent': (d) => `Sent the ${mailKind(d)} again to ${d['addressCorrected'] ? 'a corrected address' : 'the same address'}`,
  'message-run.started': (d) => `Sent a message to ${many(d['people'], 'person', 'people')}`,
  'timed-message.changed': (d) =>
    d['isOn']
      ? `Changed the scheduled email ${d['message']}: day ${d['days']} at ${d['time']}${d['isEdited'] ? ', with edited text' : ''}`
      : `Switched off the scheduled email ${d['message']}`,
  'message-run.paused': (d) => `Paused a message to ${many(d['people'], 'person', 'people')}`,
  'message-run.resumed': (d) => `Resumed sending a message to ${many(d['people'], 'person', 'people')}`,
  'money-task.resolved': (d) =>
    `Resolved a difference in the money check: booking ${money(d['bookingMinor'])}, ledger ${money(d['ledgerMinor'])}, provider ${money(d['providerMinor'])}`,
  'admission.taken-back': (d) => `Took back that ticket ${d['ticket']} was let in (${d['door']})`,
  'names.looked-up': (d) =>
    `Looked up a ${d['by'] === 'name' ? 'name' : 'phone number'} at the door, ${d['found']} found${d['shown'] ? `: ${String(d['shown']).replaceAll(' ', ', ')}` : ''}`,
  'partial-return.requested': (d) =>
    `Started a partial refund of ${money(d['amountMinor'])}${d['tickets'] && d['tickets'] !== 'none' ? `, cancelling tickets ${d['tickets']}` : ''}${said('Reason', d['reason'])}`,
  'gift.sent-back': (d) => `Sent a gift of ${money(d['amountMinor'])} back${said('Reason', d['reason'])}`,
  'passkey.added': () => 'Added a passkey',
  'passkey.removed': () => 'Removed a passkey',
  'passkeys.removed': (d) => `Removed ${many(d['count'], 'lost passkey')} of an account`,
  'recipient.called': () => 'Called someone email could not reach',
  'reconciler.run': () => 'Started a money check',
  'refund.requested': (d) => `Started a refund of ${money(d['amountMinor'])}`,
  'refund.settled-otherwise': (d) => `Noted that the buyer got ${money(d['amountMinor'])} back another way`,
  'refund-mail.requested': () => 'Sent the refund email',
  'rehearsal.forgotten': () => 'Removed all rehearsal data',
  'dispute-file.exported': () => 'Prepared the evidence for a dispute',
  'report.exported': (d) => `Downloaded the report, ${many(d['rows'], 'row')}`,
  'role.changed': (d) => `Changed a role from ${d['from']} to ${d['to']}`,
  'sessions.ended': (d) => `Signed an account out of ${many(d['count'], 'device')}`,
  'tickets.renewed': (d) => `Issued ${many(d['tickets'], 'new ticket')}${becauseCorrected(d)}`,
  'waiting.offered': (d) => `Offered ${many(d['tickets'], 'seat')} in ${d['seating']} to someone on the waiting list, out of turn`,
  'waiting.removed': () => 'Removed someone from the waiting list',
  'waiting.closed': () => 'Closed the waiting list',
  'waiting.opened': () => 'Opened the waiting list again',
} satisfies Record<AuditedAct, (detail: Detail, timeZone: string) => string>;

/**
 * What somebody did, in a sentence. What a newer version of a service records is named by its code.
 * @param timeZone in whose clocks the moments are said
 */
export function actInWords({ act, detail }: Pick<AuditEntryView, 'act' | 'detail'>, timeZone: string): string {
  const sentence: ((detail: Detail, timeZone: string) => string) | undefined = SENTENCES[act as AuditedAct];
  return sentence ? sentence(detail, timeZone) : act;
}

const OTHERS: Readonly<Record<string, string>> = texts.others;

/** A person by name, else by address, else by id; a service or the command line by what it is. */
export function personInWords({ id, name, email }: AuditPerson): string {
  return (name && name.trim()) || email || OTHERS[id] || id;
}
