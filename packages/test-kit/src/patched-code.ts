/**
 * An argument of Node that changes the service's built code while it loads, for what no setting can do.
 * @param file end of the file's path, as `/seats/stock.js`
 * @throws in that process, which then does not start, when the code to be replaced is not found
 */
export function patchedCode(file: string, code: string, into: string): string[] {
  const hook = `
    import { registerHooks } from 'node:module';
    registerHooks({
      load(url, context, next) {
        const loaded = next(url, context);
        if (!url.endsWith(${JSON.stringify(file)})) return loaded;
        const source = String(loaded.source);
        if (!source.includes(${JSON.stringify(code)})) throw new Error('the code to change is written differently now');
        return { ...loaded, source: source.replace(${JSON.stringify(code)}, () => ${JSON.stringify(into)}) };
      },
    });
  `;
  return ['--import', `data:text/javascript,${encodeURIComponent(hook)}`];
}

/** Code that kills the process where it stands: it cannot finish anything. */
export const KILL = `process.kill(process.pid, 'SIGKILL'); await new Promise(() => undefined);`;
