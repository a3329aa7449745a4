/** A code counts as the same scan until it was out of the picture for this long. */
const SAME_CODE_MS = 4_000;
/** With several codes in the picture the answer to each can be read for this long. */
const NEXT_CODE_MS = 1_200;

/**
 * Which code of a picture is scanned next: each once while it is to be seen, one after the other.
 * @returns takes the codes that were seen at a moment, in milliseconds
 */
export function oneAfterTheOther(onCode: (code: string) => void): (codes: readonly string[], now: number) => void {
  const seenAt = new Map<string, number>();
  let lastAt = -Infinity;
  return (codes, now) => {
    for (const [code, at] of seenAt) if (now - at > SAME_CODE_MS) seenAt.delete(code);
    for (const code of codes) if (seenAt.has(code)) seenAt.set(code, now);
    const next = codes.find((code) => !seenAt.has(code));
    if (next === undefined || now - lastAt < NEXT_CODE_MS) return;
    seenAt.set(next, now);
    lastAt = now;
    onCode(next);
  };
}
