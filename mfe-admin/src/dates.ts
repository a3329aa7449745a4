const SHORT_DAY = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** '17 Jun', a day as the server tells it: it has no zone of its own. */
export function shortDay(day: string): string {
  const parts = SHORT_DAY.formatToParts(new Date(`${day}T12:00:00Z`));
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return `${part('day')} ${part('month')}`;
}
