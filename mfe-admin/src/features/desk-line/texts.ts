/** The words of the link that leads to the desk. */
export const texts = {
  open: 'Open the desk',
  failed: 'What is waiting there could not be loaded',
  waiting: (count: number) => `${count} waiting at the desk`,
  unreached: (count: number) => (count === 1 ? '1 person not reached' : `${count} people not reached`),
  mails: (count: number) => (count === 1 ? '1 undelivered email' : `${count} undelivered emails`),
  messages: (count: number) => (count === 1 ? '1 message to answer' : `${count} messages to answer`),
} as const;
