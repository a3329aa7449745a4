import { crc32, deflateRawSync } from 'node:zlib';

/** A file of a ZIP archive and its metadata. `local` holds what its header says where that differs from the directory. */
export interface ZipPart {
  readonly name: string;
  readonly content: Buffer;
  readonly packed: Buffer;
  readonly method: number;
  readonly bytes: number;
  readonly crc: number;
  readonly flags?: number;
  /** Size and checksum follow the content (a data descriptor). */
  readonly described?: boolean;
  readonly unlisted?: boolean;
  readonly local?: { readonly name?: string; readonly bytes?: number; readonly flags?: number };
  /** Added to the offset of its header that the directory states. */
  readonly moved?: number;
}

export function deflatedPart(name: string, text: string | Buffer): ZipPart {
  const content = Buffer.from(text as string);
  return { name, content, packed: deflateRawSync(content, { level: 9 }), method: 8, bytes: content.length, crc: crc32(content) };
}

function headerOf({ name, method, bytes, crc, flags = 0, described = false, packed: { length } }: ZipPart): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(flags | (described ? 8 : 0), 2);
  header.writeUInt16LE(method, 4);
  header.writeUInt32LE(crc, 10);
  header.writeUInt32LE(length, 14);
  header.writeUInt32LE(bytes, 18);
  header.writeUInt16LE(Buffer.byteLength(name), 22);
  return header;
}
/** The header where its sizes are told elsewhere. */
function widened(header: Buffer): Buffer {
  header.fill(0xff, 14, 22);
  header.writeUInt16LE(20, 24);
  return header;
}
const signed = (signature: number, ...parts: readonly Buffer[]) => {
  const first = Buffer.alloc(4);
  first.writeUInt32LE(signature);
  return Buffer.concat([first, ...parts]);
};

/** Sizes in 64 bits, as a header keeps them behind a name (ZIP64). */
function wideSizes({ bytes, packed: { length } }: ZipPart): Buffer {
  const sizes = Buffer.alloc(20);
  sizes.writeUInt16LE(1, 0);
  sizes.writeUInt16LE(16, 2);
  sizes.writeBigUInt64LE(BigInt(bytes), 4);
  sizes.writeBigUInt64LE(BigInt(length), 12);
  return sizes;
}

/**
 * A ZIP archive of these parts.
 * @param options.wide sizes are told in 64 bits
 */
export function zipArchive(parts: readonly ZipPart[], { wide = false } = {}): Buffer {
  const body: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const part of parts) {
    const local = { ...part, ...part.local };
    const header = wide ? widened(headerOf(local)) : headerOf(local);
    const extra = wide ? wideSizes(part) : Buffer.alloc(0);
    const sizes = Buffer.from(header.subarray(10, 22));
    if (part.described) header.fill(0, 10, 22);
    const written = Buffer.concat([
      signed(0x04034b50, header, Buffer.from(local.name), extra),
      part.packed,
      ...(part.described ? [signed(0x08074b50, sizes)] : []),
    ]);
    const more = Buffer.alloc(14);
    more.writeUInt32LE(at + (part.moved ?? 0), 10);
    const listed = wide ? header : headerOf(part);
    if (!part.unlisted) directory.push(signed(0x02014b50, Buffer.from([20, 0]), listed, more, Buffer.from(part.name), extra));
    body.push(written);
    at += written.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...body, list, signed(0x06054b50, end)]);
}

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEET =
  '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row><row r="2"><c r="A2" t="str"><v>Anna</v></c><c r="B2" t="str"><v>anna@example.org</v></c><c r="C2"><v>2</v></c></row></sheetData></worksheet>';
const TEXTS = '<sst><si><t>Name</t></si><si><t>Email</t></si><si><t>Tickets</t></si></sst>';

/** Parts of a workbook with one guest. */
export function workbookParts({ sheet = SHEET, texts = TEXTS }: { sheet?: string | Buffer; texts?: string | Buffer } = {}): [
  ZipPart,
  ZipPart,
  ZipPart,
  ZipPart,
] {
  return [
    deflatedPart('xl/workbook.xml', '<workbook><sheets><sheet name="Guests" sheetId="1" r:id="rId1"/></sheets></workbook>'),
    deflatedPart(
      'xl/_rels/workbook.xml.rels',
      `<Relationships><Relationship Id="rId1" Type="${TYPES}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${TYPES}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ),
    deflatedPart('xl/sharedStrings.xml', texts),
    deflatedPart('xl/worksheets/sheet1.xml', sheet),
  ];
}

/** Rich text that is compressed to a four-hundredth of its size. */
function richTexts(bytes: number): string {
  const one = `<si><r><rPr><b/></rPr><t>${'a'.repeat(1_000)}</t></r></si>`;
  return `<sst><si><t>Name</t></si><si><t>Email</t></si><si><t>Tickets</t></si>${one.repeat(Math.floor(bytes / one.length))}</sst>`;
}

/** Workbooks that try to overload the reader or are false, each within the upload limit: a description, why it is refused, and the file. */
export function hostileWorkbooks(): [string, string, Buffer][] {
  const [book, relations, texts, sheet] = workbookParts();
  const bomb = deflatedPart(texts.name, richTexts(68_000_000));
  const whole = zipArchive(workbookParts());
  const rows = (body: string) => zipArchive(workbookParts({ sheet: `<worksheet><sheetData>${body}</sheetData></worksheet>` }));
  return [
    ['shared texts of 68 MB', 'more is in it than may be', zipArchive([book, relations, bomb, sheet])],
    ['shared texts of 68 MB that are said to be small', 'too many bytes', zipArchive([book, relations, { ...bomb, bytes: 1_000 }, sheet])],
    [
      'shared texts that are said to be larger than they are',
      'not enough bytes',
      zipArchive([book, relations, { ...texts, bytes: texts.bytes + 1 }, sheet]),
    ],
    [
      'two sheets of which each may be as large as both together',
      'more is in it than may be',
      zipArchive([
        book,
        relations,
        texts,
        ...[1, 2].map((sheetNo) => deflatedPart(`xl/worksheets/sheet${sheetNo}.xml`, SHEET + ' '.repeat(2_100_000))),
      ]),
    ],
    ['another checksum', 'something else is in it', zipArchive([book, relations, { ...texts, crc: 1 }, sheet])],
    ['an encrypted file', 'encrypted', zipArchive([book, relations, { ...texts, flags: 1 }, sheet])],
    ['a packing nobody uses', 'unsupported compression', zipArchive([book, relations, { ...texts, method: 12 }, sheet])],
    ['a file twice', 'twice', zipArchive([book, relations, texts, texts, sheet])],
    ['files that overlap', 'invalid local file header', zipArchive([book, relations, texts, { ...sheet, moved: -10 }])],
    [
      'two files in one place',
      'not enough bytes',
      zipArchive([book, { ...relations, moved: -(30 + book.name.length + book.packed.length) }, texts, sheet]),
    ],
    ['something after the end', 'extra bytes at the end', Buffer.concat([whole, Buffer.from('x')])],
    [
      'more files than a workbook has',
      'more files',
      zipArchive([...workbookParts(), ...Array.from({ length: 200 }, (_, index) => deflatedPart(`xl/media/${index}`, ''))]),
    ],
    ['a sheet with a document type', 'document type', zipArchive(workbookParts({ sheet: `<!DOCTYPE x [<!ENTITY a "aaaa">]>${SHEET}` }))],
    ['a sheet that is no XML', 'unexpected close tag', zipArchive(workbookParts({ sheet: SHEET.replace('</row>', '') }))],
    ['a row a thousand million rows below', 'where no row can be', rows('<row r="999999999"><c r="A1"><v>1</v></c></row>')],
    ['a row twice', 'twice', rows('<row r="1"><c r="A1"><v>1</v></c></row><row r="1"><c r="A1"><v>2</v></c></row>')],
    ['a cell beyond the last column', 'Out of bounds', rows('<row r="1"><c r="XFE1"><v>1</v></c></row>')],
  ];
}

/**
 * Workbooks whose headers contradict their directory, or that have more in them than it lists. Nothing but the directory is believed, so
 * they are read as if the rest were not there.
 */
export function doubleWorkbooks(): [string, Buffer][] {
  const [book, relations, texts, sheet] = workbookParts();
  const bomb = deflatedPart(texts.name, richTexts(68_000_000));
  const whole = zipArchive(workbookParts());
  return [
    ['68 MB lie unlisted before what is listed', zipArchive([book, relations, { ...bomb, unlisted: true }, texts, sheet])],
    ['a header says another size', zipArchive([book, relations, { ...texts, local: { bytes: texts.bytes + 1 } }, sheet])],
    ['a header says another name', zipArchive([book, relations, { ...texts, local: { name: 'xl/sharedStrings.xmL' } }, sheet])],
    ['there are two directories', Buffer.concat([whole, whole.subarray(whole.length - 22)])],
    [
      'something lies behind a packed text',
      zipArchive([book, relations, { ...texts, packed: Buffer.concat([texts.packed, Buffer.from('PK')]) }, sheet]),
    ],
    ['pictures unpack to 68 MB', zipArchive([...workbookParts(), { ...bomb, name: 'xl/media/image1.png' }])],
  ];
}
