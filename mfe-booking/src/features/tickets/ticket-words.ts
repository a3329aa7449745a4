/** What is said around the codes of tickets, and of the evening beside them. */
export const ticketWords = {
  codes: 'Codes of your tickets',
  ticket: 'Ticket',
  place: (number: number, of: number) => `${number} of ${of}`,
  previous: 'Previous ticket',
  next: 'Next ticket',
  keptCopy: (at: string) => `No connection: your tickets as of ${at}`,
  keptCopyText: 'They are kept on this device. The door knows whether they are still valid.',
  doors: (time: string) => `Doors open ${time}`,
  map: 'Open the map',
  booking: 'Booking details',
} as const;
