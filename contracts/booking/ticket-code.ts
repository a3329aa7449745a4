/** Error correction of every ticket's QR code: the most there is, for small prints and dirt (ISO/IEC 18004 level H). */
export const TICKET_CODE_LEVEL = 'H';
