/** When seats can be reserved. */
export const saleTexts = {
  ends: (when: string) => `Reservations end ${when}.`,
  ended: (when: string) => `Reservations ended ${when}`,
  soon: {
    title: (when: string) => `Reservations open ${when}`,
    left: 'Still to wait',
    next: 'This page opens by itself. Nothing has to be loaded again.',
  },
} as const;
