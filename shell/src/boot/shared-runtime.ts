import federation from '@module-federation/webpack-bundler-runtime';
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js';

/*
 * The remotes are built without a federation runtime of their own and use this one, each with an instance of its own. The runtime's `init`
 * would give a remote the shell's instance, because it goes by the build that its code came with.
 */
Object.assign(globalThis, {
  concertFederationRuntime: () => ({
    ...federation,
    instance: undefined,
    initOptions: undefined,
    bundlerRuntimeOptions: {},
    runtime: { ...federation.runtime, init: federation.runtime?.createInstance },
    bundlerRuntime: { ...federation.bundlerRuntime, S: {}, initContainerEntry },
  }),
});
