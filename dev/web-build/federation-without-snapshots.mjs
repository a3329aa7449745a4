import { DisabledSnapshotHandler } from '../../node_modules/@module-federation/runtime-core/dist/plugins/snapshot/disabled.js';

/*
 * Replaces the parts of the federation runtime that read manifests and fetch ahead. The shell reads a remote's manifest itself and gives
 * the runtime the remote's first file, so these parts are never called; the runtime just imports them.
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
