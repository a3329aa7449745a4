/** The shell and each remote have a copy of this module, but the page has one clock. */
const page = globalThis as { serverAheadMs?: number };

/**
 * Learns from an answer how far the server's clock is ahead of this device's. The server names whole seconds, and the answer was under way
 * for a while: as little as fits both is taken, which is nothing at all for a clock that is right.
 * @param date the answer's `Date` header
 * @param askedAt when it was asked for, by this device's clock
 */
export function learnServerTime(date: string | null | undefined, askedAt: number): void {
  const told = Date.parse(date ?? '');
  if (Number.isNaN(told)) return;
  page.serverAheadMs = Math.min(told + 999 - askedAt, Math.max(told - Date.now(), page.serverAheadMs ?? 0));
}

/** The moment of the server's clock, in epoch milliseconds, at a moment of this device's clock. */
export function onServerClock(deviceMs: number): number {
  return deviceMs + (page.serverAheadMs ?? 0);
}

/** Now by the server's clock, in epoch milliseconds: for whatever is compared with a time that the server told. Devices' clocks go wrong. */
export function serverNow(): number {
  return onServerClock(Date.now());
}

/** Whether an answer of the server has told its time yet. */
export function knowsServerTime(): boolean {
  return page.serverAheadMs !== undefined;
}
