import { Failure } from '@concert/machine-kit/failure';

/** Ends the process with the text a person needs: a sentence and a next step, or the whole error when it is a defect. */
export function reportAndExit(error: unknown): never {
  process.stderr.write(`\n${describe(error)}\n`);
  process.exit(1);
}

function describe(error: unknown): string {
  if (error instanceof Failure) return `${error.message}\n  Next: ${error.next}`;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOSPC') return 'The disk is full.\n  Next: free about 2 GB on this disk and run the same command again.';
  if (code === 'EACCES' || code === 'EPERM') {
    const { path: where } = error as NodeJS.ErrnoException;
    return `No permission for ${where ?? 'a file this needs'}.\n  Next: make this folder yours (for example: sudo chown -R "$USER" .) and run the same command again.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
