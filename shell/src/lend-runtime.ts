import federation from '@module-federation/webpack-bundler-runtime';
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js';

/*
 * The remotes are built without a federation runtime of their own and take this one, each a set for itself.
 * The runtime's `init` would hand a remote the shell's instance, as it goes by the build that its code came with.
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
