/** '1 ticket', '4 tickets' */
export const ticketsInWords = (count: number): string => (count === 1 ? '1 ticket' : `${count} tickets`);

/** '1 seat', '4 seats' */
export const seatsInWords = (count: number): string => (count === 1 ? '1 seat' : `${count} seats`);
