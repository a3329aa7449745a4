/** Written by a remote that found a shell without a runtime to lend, so that it has the page loaded anew once and not again and again. */
const MARK = 'concertShellRenewedAt';
const ONCE_IN_MS = 60_000;

/**
 * The expression by which a remote gets the shell's federation runtime (`shell/src/boot/shared-runtime.ts`). A tab that was opened before the
 * shell lent one reloads the page at its address, and then has today's shell.
 */
export const BORROWED_RUNTIME = `(globalThis.concertFederationRuntime||(()=>{if(!(Date.now()-sessionStorage.${MARK}<${ONCE_IN_MS})){sessionStorage.${MARK}=Date.now();location.reload()}throw Error("the shell is older than this remote")}))()`;
