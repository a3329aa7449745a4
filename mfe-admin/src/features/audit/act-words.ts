import type { AuditEntryView, Person } from '@concert/contracts/booking/audit';
import { formatMoney } from '@concert/contracts/core/money';
import { texts } from './texts.ts';

/** 'Concert: state changed', from `concert.state-changed`. */
export function actInWords(act: string): string {
  const [noun = '', verb = ''] = act.split('.').map((part) => part.replace(/-/g, ' '));
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}: ${verb}`;
}

const OTHERS: Readonly<Record<string, string>> = texts.others;

/** A person by name, else by address, else by id; a service or the command line by what it is. */
export function personInWords({ id, name, email }: Person): string {
  return (name && name.trim()) || email || OTHERS[id] || id;
}

/** 'from: open', one for each fact of an act; money, which is kept in minor units, as 'lost: $25.00'. */
export function detailInWords(detail: AuditEntryView['detail']): string[] {
  return Object.entries(detail).map(([key, value]) => {
    const isMoney = key.endsWith('Minor') && typeof value === 'number';
    const name = (isMoney ? key.slice(0, -'Minor'.length) : key).replace(/([A-Z])/g, ' $1').toLowerCase();
    return `${name}: ${isMoney ? formatMoney(value) : String(value)}`;
  });
}
