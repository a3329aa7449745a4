let kept: string | undefined;

/**
 * The secret of this page that mailed codes are tied to, as long as it is open: every code that was asked for here works here, also the one
 * whose answer was lost.
 */
export function codeRequest(): string {
  if (kept !== undefined) return kept;
  const text = window.btoa(String.fromCodePoint(...window.crypto.getRandomValues(new Uint8Array(32))));
  kept = text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return kept;
}
