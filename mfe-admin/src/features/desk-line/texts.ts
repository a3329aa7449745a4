/** The words of the line that leads to the desk. */
export const texts = {
  name: 'Desk',
  open: 'Open the desk',
  runs: 'Messages',
  reading: 'Checking for messages',
  failed: 'What waits there could not be loaded',
  nothing: 'nothing waits there',
  unreached: (count: number) => (count === 1 ? '1 person unreached' : `${count} people unreached`),
  mails: (count: number) => (count === 1 ? '1 undelivered mail' : `${count} undelivered mails`),
  messages: (count: number) => (count === 1 ? '1 message to answer' : `${count} messages to answer`),
} as const;
