/** How long ago something was, in words; less than nothing where it is dated ahead of this clock. */
export function ageInWords(since: Date): string {
  const seconds = Math.round((Date.now() - since.getTime()) / 1_000);
  return Math.abs(seconds) < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
