/**
 * The requirements of the OWASP Application Security Verification Standard 5.0.0 (https://asvs.dev) by chapter, one text for each of its
 * sections. Each figure is the level of one requirement, in order: 1.2.10 is the tenth figure of the second text of chapter 1. Chapter 17 is
 * about WebRTC, which the product does not have.
 */
export const ASVS_LEVELS: Readonly<Record<string, readonly string[]>> = {
  1: ['22', '1111122223', '112222222223', '222', '123'],
  2: ['122', '112', '12223', '23'],
  3: ['3', '113', '12223', '11222233', '11122333', '3', '22333'],
  4: ['12233', '23333', '22', '1222'],
  5: ['2', '112333', '113', '222'],
  6: ['122', '111111112222', '11223333', '112233', '22222333', '2223', '33', '2222'],
  7: ['222', '1111', '22', '11222', '223', '22'],
  8: ['1233', '1123', '133', '23'],
  9: ['111', '1222'],
  10: ['22', '223', '22223', '1111122222233333', '22222', '22', '222'],
  11: ['2233', '22233', '11233', '1222', '23', '23', '33'],
  12: ['12233', '11', '22223'],
  13: ['2333', '222223', '2233', '1222233'],
  14: ['22', '12223333', '122'],
  15: ['12233', '12233', '1222222', '3333'],
  16: ['2', '22222', '2222', '222', '2223'],
};
