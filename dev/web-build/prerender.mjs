import path from 'node:path';
import { pathToFileURL } from 'node:url';
import webpack from 'webpack';

/** As in contracts/site/prerendered.ts. */
const PRERENDERED_FILE = 'prerendered.json';

function build(config) {
  return new Promise((resolve, reject) => {
    const compiler = webpack(config);
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) reject(error);
        else if (stats.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true })));
        else resolve();
      });
    });
  });
}

/** How React marks a part of a page that failed, or suspended, while it was rendered; it does not throw then. */
const UNDRAWN = '<!--$!-->';

/** Which parts are missing in what was rendered, as the names that lead to them. */
function undrawn(drawn, place = []) {
  if (typeof drawn === 'string') return drawn.includes(UNDRAWN) ? [place.join(' ')] : [];
  return drawn && typeof drawn === 'object' ? Object.entries(drawn).flatMap(([name, part]) => undrawn(part, [...place, name])) : [];
}

/** Prerenders a room's public pages during the build: runs `src/prerender.tsx` in Node, and adds the result, which the gateway fills in. */
export class PrerenderPlugin {
  /** @param config webpack configuration of the room's program for Node; its output is one file named main.mjs */
  constructor(config) {
    this.config = config;
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('Prerender', (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        // Names have their real hashes by now; what is added is still compressed afterwards.
        { name: 'Prerender', stage: Compilation.PROCESS_ASSETS_STAGE_ANALYSE },
        async () => {
          await build(this.config);
          const { prerender } = await import(pathToFileURL(path.join(this.config.output.path, 'main.mjs')).href);
          const filesOf = (chunk) => (compilation.namedChunkGroups.get(chunk)?.getFiles() ?? []).filter((file) => /\.(js|css)$/.test(file));
          const entry =
            [...compilation.entrypoints.values()].flatMap((point) => point.getFiles()).find((file) => file.endsWith('.js')) ?? '';
          const drawn = await prerender(entry, filesOf);
          const missing = undrawn(drawn);
          if (missing.length > 0)
            throw new Error(`not drawn, because a component of it failed or waits for something: ${missing.join(', ')}`);
          compilation.emitAsset(PRERENDERED_FILE, new sources.RawSource(JSON.stringify(drawn)));
        },
      );
    });
  }
}
