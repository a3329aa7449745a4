/** A line of a Markdown table. */
export interface TableRow {
  /** Counted from one. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Cells of a table line; `\|` stands for a bar inside a cell. */
function cellsOf(line: string): string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** The rows of all tables of a Markdown page whose first column has this title. */
export function tableRows(markdown: string, firstColumn: string): TableRow[] {
  const rows: TableRow[] = [];
  let inTable = false;
  for (const [index, line] of markdown.split('\n').entries()) {
    if (!line.startsWith('|')) {
      inTable = false;
      continue;
    }
    const cells = cellsOf(line);
    if (cells[0] === firstColumn) inTable = true;
    else if (inTable && !/^[-: ]+$/.test(cells[0] ?? '')) rows.push({ line: index + 1, cells });
  }
  return rows;
}
