import * as runtimeCore from '@module-federation/runtime-core';

// The remotes are built without a federation runtime of their own and take this one, under the name their builds expect.
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });
