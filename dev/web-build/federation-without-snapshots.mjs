import { DisabledSnapshotHandler } from '../../node_modules/@module-federation/runtime-core/dist/plugins/snapshot/disabled.js';

/*
 * Stands in for the parts of the federation runtime that read manifests and fetch ahead. The shell reads a remote's
 * manifest itself and hands the runtime the remote's first file, so nothing comes here; the runtime only keeps them built in.
 */

export class SnapshotHandler extends DisabledSnapshotHandler {
  manifestCache = new Map();
}

export function getGlobalRemoteInfo() {
  return {};
}

function left() {
  throw new Error('the federation runtime is built without its snapshots');
}

export { left as defaultPreloadArgs, left as formatPreloadArgs, left as normalizePreloadExposes, left as preloadAssets };
