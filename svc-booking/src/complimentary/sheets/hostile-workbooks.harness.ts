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

export function packed(name: string, text: string | Buffer): ZipPart {
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
const signed = (signature: number, ...parts: readonly Buffer[]) => {
  const first = Buffer.alloc(4);
  first.writeUInt32LE(signature);
  return Buffer.concat([first, ...parts]);
};

/** A ZIP archive of these parts. */
export function zipped(parts: readonly ZipPart[]): Buffer {
  const body: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const part of parts) {
    const local = { ...part, ...part.local };
    const header = headerOf(local);
    const sizes = Buffer.from(header.subarray(10, 22));
    if (part.described) header.fill(0, 10, 22);
    const written = Buffer.concat([
      signed(0x04034b50, header, Buffer.from(local.name)),
      part.packed,
      ...(part.described ? [signed(0x08074b50, sizes)] : []),
    ]);
    const more = Buffer.alloc(14);
    more.writeUInt32LE(at + (part.moved ?? 0), 10);
    if (!part.unlisted) directory.push(signed(0x02014b50, Buffer.from([20, 0]), headerOf(part), more, Buffer.from(part.name)));
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
    packed('xl/workbook.xml', '<workbook><sheets><sheet name="Guests" sheetId="1" r:id="rId1"/></sheets></workbook>'),
    packed(
      'xl/_rels/workbook.xml.rels',
      `<Relationships><Relationship Id="rId1" Type="${TYPES}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${TYPES}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ),
    packed('xl/sharedStrings.xml', texts),
    packed('xl/worksheets/sheet1.xml', sheet),
  ];
}

/** Rich text that is compressed to a four-hundredth of its size. */
function richTexts(bytes: number): string {
  const one = `<si><r><rPr><b/></rPr><t>${'a'.repeat(1_000)}</t></r></si>`;
  return `<sst><si><t>Name</t></si><si><t>Email</t></si><si><t>Tickets</t></si>${one.repeat(Math.floor(bytes / one.length))}</sst>`;
}

/** Workbooks that try to deceive or overload the reader, each within the upload limit: a description, why it is refused, and the file. */
export function hostileWorkbooks(): [string, string, Buffer][] {
  const [book, relations, texts, sheet] = workbookParts();
  const bomb = packed(texts.name, richTexts(68_000_000));
  const whole = zipped(workbookParts());
  const twoEnds = Buffer.concat([whole, whole.subarray(whole.length - 22)]);
  return [
    [
      'a directory that does not list the shared texts',
      'one is not listed',
      zipped([book, relations, { ...texts, unlisted: true }, sheet]),
    ],
    [
      'a directory that does not list shared texts of 68 MB',
      'one is not listed',
      zipped([book, relations, { ...bomb, unlisted: true }, sheet]),
    ],
    [
      'a directory that lists harmless texts where 68 MB lie unlisted before them',
      'one is not listed',
      zipped([book, relations, { ...bomb, unlisted: true }, texts, sheet]),
    ],
    ['shared texts of 68 MB', 'more is in it than may be', zipped([book, relations, bomb, sheet])],
    [
      'shared texts of 68 MB that are said to be small',
      'larger than 1000 bytes',
      zipped([book, relations, { ...bomb, bytes: 1_000 }, sheet]),
    ],
    [
      'shared texts that are said to be larger than they are',
      'something else is in it',
      zipped([book, relations, { ...texts, bytes: texts.bytes + 1 }, sheet]),
    ],
    [
      'a header that says another size than the directory',
      'of itself',
      zipped([book, relations, { ...texts, local: { bytes: texts.bytes + 1 } }, sheet]),
    ],
    [
      'a header that says another name than the directory',
      'of itself',
      zipped([book, relations, { ...texts, local: { name: 'xl/sharedStrings.xmL' } }, sheet]),
    ],
    ['another checksum', 'something else is in it', zipped([book, relations, { ...texts, crc: 1 }, sheet])],
    ['an encrypted file', 'cannot be read', zipped([book, relations, { ...texts, flags: 1 }, sheet])],
    ['a file that only its header calls encrypted', 'of itself', zipped([book, relations, { ...texts, local: { flags: 1 } }, sheet])],
    ['a packing nobody uses', 'cannot be read', zipped([book, relations, { ...texts, method: 12 }, sheet])],
    ['a file twice', 'twice', zipped([book, relations, texts, texts, sheet])],
    [
      'a file twice, but for the case of its name',
      'twice',
      zipped([book, relations, texts, { ...texts, name: texts.name.toUpperCase() }, sheet]),
    ],
    ['files that overlap', 'overlap', zipped([book, relations, texts, { ...sheet, moved: -10 }])],
    [
      'two files in one place',
      'overlap',
      zipped([book, { ...relations, moved: -(30 + book.name.length + book.packed.length) }, texts, sheet]),
    ],
    ['something before the first file', 'not whole', Buffer.concat([Buffer.from('MZ'), whole])],
    ['something after the end', 'no ZIP file', Buffer.concat([whole, Buffer.from('x')])],
    ['two directories', 'not whole', twoEnds],
    [
      'something behind the packed text',
      'follows in its place',
      zipped([book, relations, { ...texts, packed: Buffer.concat([texts.packed, Buffer.from('PK')]) }, sheet]),
    ],
    ['a sheet with a document type', 'document type', zipped(workbookParts({ sheet: `<!DOCTYPE x [<!ENTITY a "aaaa">]>${SHEET}` }))],
    ['a sheet that is no XML', 'unexpected close tag', zipped(workbookParts({ sheet: SHEET.replace('</row>', '') }))],
  ];
}
