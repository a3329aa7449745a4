/** Parses CSV text as spreadsheets write it (RFC 4180). The separator is the one used most in the first line. */
export function csvRows(text: string, mostRows: number): string[][] {
  const source = text.replace(/^\ufeff/, '');
  const separator = separatorOf(source);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < source.length && rows.length < mostRows; at += 1) {
    const character = source[at]!;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"' && cell === '') quoted = true;
    else if (character === separator) endCell();
    else if (character === '\n') endRow();
    else if (character !== '\r') cell += character;
  }
  if ((cell !== '' || row.length > 0) && rows.length < mostRows) endRow();
  return rows;
}

function separatorOf(text: string): string {
  const first = text.slice(0, 2_000).split(/\r?\n/, 1)[0] ?? '';
  const counts = [',', ';', '\t'].map((separator) => ({ separator, count: first.split(separator).length }));
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).separator;
}
