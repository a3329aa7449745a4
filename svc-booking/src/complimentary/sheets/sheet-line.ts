/** A row of a sheet as text. `row` counts from 1, as the sheet does. */
export interface SheetLine {
  readonly row: number;
  readonly cells: readonly string[];
}

/** The file cannot be read, or is no sheet of guests. The message is shown to the person who chose the file. */
export class UnreadableSheetError extends Error {
  override readonly name = 'UnreadableSheetError';
}

/** Stands in a cell whose formula has no stored result; formulas are never evaluated here. */
export const FORMULA_WITHOUT_RESULT = '#FORMULA!';

/** Whether nobody wrote anything into a row. Rows prepared with formulas for guests to come are empty, too. */
export function isBlank({ cells }: SheetLine): boolean {
  return cells.every((cell) => cell.trim() === '' || cell === FORMULA_WITHOUT_RESULT);
}
