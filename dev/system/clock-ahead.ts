/** The clock of this machine, also where {@link setOwnClock} has set that of this process. */
const Machine = Date;

const moduleOf = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;

/** How far a moment is ahead of this machine's clock, in milliseconds. */
export const aheadOf = (at: Date): number => at.getTime() - Machine.now();

/** Code that sets the clock of a program, or of a browser's page, so many milliseconds ahead of what it was. It goes on from there. */
export const clockCode = (aheadMs: number): string => `
  globalThis.Date = ((Before) => {
    const Ahead = new Proxy(Before, {
      construct: (_, given, made) => Reflect.construct(Before, given.length > 0 ? given : [Before.now() + ${aheadMs}], made),
      apply: () => new Ahead().toString(),
      get: (_, name) => (name === 'now' ? () => Before.now() + ${aheadMs} : Reflect.get(Before, name)),
    });
    Before.prototype.constructor = Ahead;
    return Ahead;
  })(Date);`;

/** Node writes the header `Date` by a clock that nobody can set, and pages believe it. */
const ANSWERS_TELL_IT = `
  import { ServerResponse } from 'node:http';
  const { writeHead } = ServerResponse.prototype;
  ServerResponse.prototype.writeHead = function (...given) {
    this.setHeader('date', new Date().toUTCString());
    return writeHead.apply(this, given);
  };`;

/** NODE_OPTIONS of a program whose clock shall be so many milliseconds ahead of this machine's. The servers beside it keep the machine's. */
export const clockOptions = (aheadMs: number): string => `--import ${moduleOf(`${ANSWERS_TELL_IT}${clockCode(aheadMs)}`)}`;

/** Sets the clock of this process. */
export async function setOwnClock(at: Date): Promise<void> {
  await import(moduleOf(clockCode(at.getTime() - Date.now())));
}
