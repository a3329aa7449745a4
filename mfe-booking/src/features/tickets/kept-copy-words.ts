/** What is said of tickets that this device kept. */
export const keptCopyWords = {
  title: (at: string) => `No connection: your tickets as of ${at}`,
  text: 'They are kept on this device. The door knows whether they are still good.',
} as const;
