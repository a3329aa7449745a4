import { SaxesParser, type SaxesTagPlain } from 'saxes';
import path from 'node:path';
import { ListedZip } from './unzip.ts';

/** Limits: rows of the sheet, cells of a row, and unpacked bytes of all that is read. */
export interface WorkbookBounds {
  readonly rows: number;
  readonly cells: number;
  readonly bytes: number;
}

/** A row of the sheet; `row` counts from 1. */
export interface WorkbookRow {
  readonly row: number;
  readonly cells: readonly string[];
}

/**
 * The first sheet of an .xlsx workbook, with its cells as text. A formula gives its stored result and is never evaluated.
 * Only four files of the workbook are unpacked.
 * @throws Error when it is no workbook, or exceeds the bounds
 */
export function firstSheet(file: Buffer, bounds: WorkbookBounds): WorkbookRow[] {
  const zip = new ListedZip(file, bounds.bytes);
  const part = (name: string): string => {
    const content = zip.unpacked(name);
    if (!content) throw new RangeError(`there is no ${name}`);
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  };
  const sheetId = firstSheetId(part('xl/workbook.xml'));
  const targets = targetsIn(part('xl/_rels/workbook.xml.rels'));
  const sheet = [...targets.values()].find(({ id, type }) => id === sheetId && type.endsWith('/worksheet'));
  if (!sheet) throw new RangeError('there is no sheet');
  const texts = [...targets.values()].find(({ type }) => type.endsWith('/sharedStrings'));
  return rowsIn(part(sheet.part), texts ? sharedTexts(part(texts.part)) : [], bounds);
}

/* Programs that write workbooks choose the prefix of a namespace freely. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1);

function attribute(tag: SaxesTagPlain, wanted: string): string | undefined {
  return Object.entries(tag.attributes).find(([name]) => localName(name) === wanted)?.[1];
}

/** Thrown inside a parser's handler to stop the parser. */
class EnoughError extends Error {
  override readonly name = 'EnoughError';
}

interface Reader {
  readonly open?: (name: string, tag: SaxesTagPlain) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** @throws Error when it is not well-formed XML, or has a document type: so no entities beyond XML's own five are ever expanded. */
function parse(xml: string, { open, text, close }: Reader): void {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new RangeError('a workbook has no document type');
  });
  if (open) parser.on('opentag', (tag) => open(localName(tag.name), tag));
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  if (close) parser.on('closetag', (tag) => close(localName(tag.name)));
  try {
    parser.write(xml).close();
  } catch (error) {
    if (!(error instanceof EnoughError)) throw error;
  }
}

function firstSheetId(xml: string): string | undefined {
  let id: string | undefined;
  parse(xml, {
    open: (name, tag) => {
      // The relation's id, not the sheet's own `sheetId`.
      if (name === 'sheet') id ??= attribute(tag, 'id');
    },
  });
  return id;
}

interface Target {
  readonly id: string | undefined;
  readonly type: string;
  /** Path in the ZIP archive. */
  readonly part: string;
}

function targetsIn(xml: string): Target[] {
  const targets: Target[] = [];
  parse(xml, {
    open: (name, tag) => {
      const [type, target] = [attribute(tag, 'Type'), attribute(tag, 'Target')];
      if (name !== 'Relationship' || type === undefined || target === undefined) return;
      targets.push({ id: attribute(tag, 'Id'), type, part: path.posix.resolve('/xl', target).slice(1) });
    },
  });
  return targets;
}

/* Spreadsheets escape a character that XML cannot contain, or would change, as `_x000D_`. */
function unescaped(text: string): string {
  return text.replace(/_x([0-9a-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Texts that cells refer to by index. Phonetic text beside them is ignored. */
function sharedTexts(xml: string): string[] {
  const texts: string[] = [];
  let [text, inText, spoken] = ['', false, false];
  parse(xml, {
    open: (name) => {
      if (name === 'si') text = '';
      else if (name === 'rPh') spoken = true;
      else if (name === 't') inText = !spoken;
    },
    text: (part) => {
      if (inText) text += part;
    },
    close: (name) => {
      if (name === 't') inText = false;
      else if (name === 'rPh') spoken = false;
      else if (name === 'si') texts.push(unescaped(text));
    },
  });
  return texts;
}

/** `C12` is in column 2, counted from 0; -1 when the reference is absent. */
function columnOf(reference: string | undefined): number {
  const letters = /^[A-Z]{1,3}(?=[0-9])/.exec(reference ?? '')?.[0] ?? '';
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function shown(type: string | undefined, value: string, texts: readonly string[]): string {
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'str' || type === 'inlineStr') return unescaped(value);
  // A phone number may be stored as 5.551234567E9.
  if ((type === undefined || type === 'n') && value !== '' && Number.isFinite(Number(value))) return String(Number(value));
  return value;
}

function rowsIn(xml: string, texts: readonly string[], bounds: WorkbookBounds): WorkbookRow[] {
  const rows: WorkbookRow[] = [];
  let [row, column, cells] = [0, -1, [] as string[]];
  let [type, value, inValue, spoken] = [undefined as string | undefined, '', false, false];
  parse(xml, {
    open: (name, tag) => {
      if (name === 'row') {
        row = Number(attribute(tag, 'r') ?? row + 1);
        [column, cells] = [-1, []];
      } else if (name === 'c') {
        const named = columnOf(attribute(tag, 'r'));
        [column, type, value] = [named < 0 ? column + 1 : named, attribute(tag, 't'), ''];
      } else if (name === 'rPh') spoken = true;
      else if (name === 'v' || name === 't') inValue = !spoken;
    },
    text: (part) => {
      if (inValue) value += part;
    },
    close: (name) => {
      if (name === 'v' || name === 't') inValue = false;
      else if (name === 'rPh') spoken = false;
      else if (name === 'c' && column < bounds.cells) {
        while (cells.length < column) cells.push('');
        cells[column] = shown(type, value, texts);
      } else if (name === 'row') {
        rows.push({ row, cells });
        if (rows.length >= bounds.rows) throw new EnoughError();
      }
    },
  });
  return rows;
}
