/** Collection of bookings, which also holds the stock's holds. The specification's name (section 9). */
export const BOOKINGS_COLLECTION = 'reserve-your-seat';
