const minutes = (seconds: number) => (seconds < 120 ? '1 minute' : `${Math.floor(seconds / 60)} minutes`);

/** The words of more time. */
export const texts = {
  canHaveMore: 'To keep them longer, press “I need more time”.',
  more: 'I need more time',
  moreFor: (what: string) => `I need more time for ${what}`,
  busy: 'Asking for more time ...',
  given: (what: string, seconds: number) => `More time is given. ${what}: kept for another ${minutes(seconds)}.`,
  lastTime: 'This is the longest we can keep these seats.',
};
