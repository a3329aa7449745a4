/** What is said around the codes of tickets, and of the evening beside them. */
export const ticketWords = {
  codes: 'Codes of your tickets',
  ticket: 'Ticket',
  place: (number: number, of: number) => `${number} of ${of}`,
  previous: 'Previous ticket',
  next: 'Next ticket',
  keepBright: 'Keep the screen bright',
  notKept:
    'Without network this page does not open here. Before you set out, take a screenshot of each code, or open the link of your email in your browser and save the PDF there.',
  keptForATime:
    'Without network this page opens here for a few days only. Before you set out, open it again, save the PDF or take a screenshot of each code.',
  keptCopy: (at: string) => `No connection: your tickets as of ${at}`,
  keptCopyText: 'They are kept on this device. The door knows whether they are still valid.',
  doors: (time: string) => `Doors open ${time}`,
  map: 'Open the map',
  booking: 'Booking details',
} as const;
