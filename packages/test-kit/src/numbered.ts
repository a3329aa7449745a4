import { idFromBytes, type IdKind } from '@concert/contracts/core/ids';

/** The id of a kind that stands for a number: another for each, and the same in every run. */
export function numberedId<K extends IdKind>(kind: K, number: number) {
  const bytes = new Uint8Array(17);
  new DataView(bytes.buffer).setUint32(0, number);
  return idFromBytes(kind, bytes);
}
