/** The words of giving new tickets. */
export const texts = {
  button: 'Issue new tickets',
  buttonFor: (name: string) => `Issue new tickets to ${name}`,
  title: (name: string) => `Issue new tickets to ${name}?`,
  text: 'They come by email, with a new link. The old tickets and link stop working at once, at the door too. Used tickets stay as they are.',
  keep: 'Keep the tickets',
  confirm: 'Issue new tickets',
  busy: 'Making new tickets',
  done: (count: number) => (count === 1 ? '1 new ticket is on its way by email.' : `${count} new tickets are on their way by email.`),
  failed: (reason: string) => `Nothing was changed. ${reason}`,
} as const;
