import { crc32, inflateRawSync } from 'node:zlib';

/*
 * A ZIP archive describes its files twice: in a directory at its end, and in a header before each file. A program that
 * trusts only one of them can be shown other files than a program that trusts the other. So here both have to agree, and no
 * bytes may lie between the files.
 */
const END_BYTES = 22;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
/** Flags: encrypted, strongly encrypted, directory hidden. */
const HIDDEN = 0x2041;
/** Flag: size and checksum follow the content instead of being in the header (a data descriptor). */
const DESCRIBED_LATER = 0x8;
const DESCRIPTION_BYTES = [12, 16];
const MAX_FILES = 200;

interface Entry {
  readonly name: string;
  readonly described: boolean;
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  /** Offset of its header. */
  readonly at: number;
}

/** A ZIP archive whose directory lists all of it, without contradictions. */
export class ListedZip {
  private readonly files: ReadonlyMap<string, Buffer>;
  private readonly entries: ReadonlyMap<string, Entry>;
  private left: number;

  /**
   * @param mostBytes limit of all unpacked content together
   * @throws RangeError when it is no ZIP archive, or unusual: encrypted, split, over 4 GB, files twice, overlapping or
   *   unlisted, or a header that contradicts the directory
   */
  constructor(file: Buffer, mostBytes: number) {
    const { entries, directoryAt } = directoryOf(file);
    this.entries = new Map(entries.map((entry) => [entry.name, entry]));
    if (new Set(entries.map(({ name }) => name.toLowerCase())).size !== entries.length) throw new RangeError('a file stands in it twice');
    this.files = packedFiles(file, entries, directoryAt);
    this.left = mostBytes;
  }

  /**
   * Unpacks one file. It enforces the limit on the real size, because the stated size may be false.
   * @returns undefined when there is no file of this name
   * @throws RangeError when the content exceeds the limit, or does not match its stated size or checksum
   */
  unpacked(name: string): Buffer | undefined {
    const [entry, packed] = [this.entries.get(name), this.files.get(name)];
    if (!entry || !packed) return undefined;
    if (entry.bytes > this.left) throw new RangeError('more is in it than may be');
    const content = entry.method === STORED ? packed : inflated(packed, entry.bytes);
    if (content.length !== entry.bytes || crc32(content) !== entry.crc) throw new RangeError('something else is in it than was said');
    this.left -= content.length;
    return content;
  }
}

/** @param bytes the stated size: unpacking stops there */
function inflated(packed: Buffer, bytes: number): Buffer {
  // With `info`, Node returns `buffer` and `engine`; its types do not know that.
  const { buffer, engine } = inflateRawSync(packed, { maxOutputLength: Math.max(1, bytes), info: true }) as unknown as {
    buffer: Buffer;
    engine: { bytesWritten: number };
  };
  if (engine.bytesWritten !== packed.length) throw new RangeError('something follows in its place');
  return buffer;
}

function directoryOf(file: Buffer): { entries: Entry[]; directoryAt: number } {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + END_BYTES + file.readUInt16LE(end + 20) !== file.length) throw new RangeError('no ZIP file');
  const [disk, startDisk, here, count] = [4, 6, 8, 10].map((offset) => file.readUInt16LE(end + offset)) as [number, number, number, number];
  const directoryAt = file.readUInt32LE(end + 16);
  if (disk !== 0 || startDisk !== 0 || here !== count || count > MAX_FILES || directoryAt + file.readUInt32LE(end + 12) !== end)
    throw new RangeError('a directory that is not whole');
  const entries: Entry[] = [];
  let at = directoryAt;
  for (let index = 0; index < count; index += 1) {
    if (file.readUInt32LE(at) !== ENTRY) throw new RangeError('a directory that is not whole');
    const flags = file.readUInt16LE(at + 8);
    const method = file.readUInt16LE(at + 10);
    if ((flags & HIDDEN) !== 0 || (method !== STORED && method !== DEFLATED)) throw new RangeError('a file that cannot be read');
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset)) as [number, number, number];
    entries.push({
      name: file.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes),
      described: (flags & DESCRIBED_LATER) !== 0,
      method,
      crc: file.readUInt32LE(at + 16),
      packedBytes: file.readUInt32LE(at + 20),
      bytes: file.readUInt32LE(at + 24),
      at: file.readUInt32LE(at + 42),
    });
    at += ENTRY_BYTES + nameBytes + extraBytes + commentBytes;
  }
  if (at !== end) throw new RangeError('a directory that is not whole');
  return { entries, directoryAt };
}

/* The files have to follow one another from the first byte to the directory, so that none overlaps another and none is unlisted. */
function packedFiles(file: Buffer, entries: readonly Entry[], directoryAt: number): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  let ends = [0];
  for (const entry of [...entries].sort((a, b) => a.at - b.at)) {
    if (!ends.includes(entry.at)) throw new RangeError('files overlap, or one is not listed');
    const start = contentAt(file, entry);
    const end = start + entry.packedBytes;
    if (end > directoryAt) throw new RangeError('a file reaches beyond its place');
    files.set(entry.name, file.subarray(start, end));
    ends = entry.described ? DESCRIPTION_BYTES.map((bytes) => end + bytes) : [end];
  }
  if (!ends.includes(directoryAt)) throw new RangeError('a file is not listed');
  return files;
}

/** Offset of the packed content. @throws RangeError when its header contradicts the directory */
function contentAt(file: Buffer, { at, name, method, described, crc, packedBytes, bytes }: Entry): number {
  const [flags, localMethod, nameBytes, extraBytes] = [6, 8, 26, 28].map((offset) => file.readUInt16LE(at + offset)) as [
    number,
    number,
    number,
    number,
  ];
  const sizes = [14, 18, 22].map((offset) => file.readUInt32LE(at + offset));
  const same =
    file.readUInt32LE(at) === LOCAL &&
    localMethod === method &&
    (flags & HIDDEN) === 0 &&
    ((flags & DESCRIBED_LATER) !== 0) === described &&
    file.toString('utf8', at + LOCAL_BYTES, at + LOCAL_BYTES + nameBytes) === name &&
    (described
      ? [crc, packedBytes, bytes].every((said, index) => sizes[index] === said || sizes[index] === 0)
      : [crc, packedBytes, bytes].every((said, index) => sizes[index] === said));
  if (!same) throw new RangeError('a file says something else of itself than the directory');
  return at + LOCAL_BYTES + nameBytes + extraBytes;
}
