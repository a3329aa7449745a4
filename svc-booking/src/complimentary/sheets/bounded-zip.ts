import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;
const MOST_FILES = 200;

/**
 * Whether a ZIP file unpacks to at most so many bytes: it is unpacked here once, against that limit, because what it says of
 * its own size can be a lie. Anything unusual (encrypted, split, more than 4 GB, other packings) is refused.
 */
export function unpacksWithin(file: Buffer, mostBytes: number): boolean {
  try {
    let left = mostBytes;
    for (const { start, packedBytes, method } of filesOf(file)) {
      const packed = file.subarray(start, start + packedBytes);
      if (method === STORED) left -= packed.length;
      else if (method === DEFLATED) left -= inflateRawSync(packed, { maxOutputLength: Math.max(1, left) }).length;
      else return false;
      if (left < 0) return false;
    }
    return true;
  } catch {
    return false;
  }
}

function filesOf(file: Buffer): { start: number; packedBytes: number; method: number }[] {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || file.readUInt32LE(end) !== END) throw new RangeError('not a ZIP file');
  const count = file.readUInt16LE(end + 10);
  if (count > MOST_FILES) throw new RangeError('too many files');
  const files: { start: number; packedBytes: number; method: number }[] = [];
  let at = file.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (file.readUInt32LE(at) !== ENTRY) throw new RangeError('not a ZIP file');
    const encrypted = (file.readUInt16LE(at + 8) & 1) === 1;
    const local = file.readUInt32LE(at + 42);
    if (encrypted || file.readUInt32LE(local) !== LOCAL) throw new RangeError('not a readable ZIP file');
    files.push({
      method: file.readUInt16LE(at + 10),
      packedBytes: file.readUInt32LE(at + 20),
      start: local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28),
    });
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return files;
}
