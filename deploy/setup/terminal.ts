import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { Failure } from '@concert/machine-kit/failure';

/** Asks a person. @param isSecret what is typed is not shown */
export type Ask = (question: string, isSecret: boolean) => Promise<string>;

/** A person at a terminal. What they type is read line by line, and shown unless it is a secret. */
export function askAt(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): { ask: Ask; close: () => void } {
  let isShown = true;
  const shown = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (isShown) output.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input, output: shown, terminal: true, historySize: 0 });
  let isClosed = false;
  lines.once('close', () => (isClosed = true));
  const typed = lines[Symbol.asyncIterator]();
  return {
    ask: async (question, isSecret) => {
      // As its prompt, so that it is drawn again when somebody corrects what they type. Who ended the input may have typed ahead.
      lines.setPrompt(question);
      if (!isClosed) lines.prompt();
      isShown = !isSecret;
      const { value, done } = await typed.next();
      if (isSecret) output.write('\n');
      isShown = true;
      if (done) throw new Failure('The questions were left unanswered.', 'run the same command again; nothing was written.');
      return value;
    },
    close: () => lines.close(),
  };
}
