const { options } = require('./.dependency-cruiser.cjs');

/*
 * The fence between features (docs/decisions/0012): folders do not need each other in circles, in a room, a package or across them; an
 * import of types alone counts like any other. Tests, with their suites and harnesses, may look wherever they like.
 */

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [{ name: 'folder-no-cycle', severity: 'error', scope: 'folder', from: {}, to: { circular: true } }],
  options: { ...options, exclude: { path: [...options.exclude.path, '[.](spec|suite|harness)[.]tsx?$'] } },
};
