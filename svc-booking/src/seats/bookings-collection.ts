/** Where bookings are stored, and with them the holds of the stock. The specification's name (section 9). */
export const BOOKINGS_COLLECTION = 'reserve-your-seat';
