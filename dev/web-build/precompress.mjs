import { brotliCompress, constants, gzip } from 'node:zlib';
import { promisify } from 'node:util';

const TEXT = /\.(css|html|js|json|svg|txt|webmanifest)$/;
const WORTH_IT_BYTES = 1024;

const encodings = [
  {
    suffix: '.br',
    encode: (bytes) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  },
  { suffix: '.gz', encode: (bytes) => promisify(gzip)(bytes, { level: 9 }) },
];

/** Writes a `.br` and a `.gz` twin beside each text asset over 1 KB, so that the gateway never compresses while somebody waits. */
export class PrecompressPlugin {
  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('Precompress', (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        // The very last stage: names have their real hashes and the federation manifest exists.
        { name: 'Precompress', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        async () => {
          const worth = compilation.getAssets().filter(({ name, source }) => TEXT.test(name) && source.size() > WORTH_IT_BYTES);
          const addTwin = async ({ name, source }, { suffix, encode }) => {
            const bytes = source.buffer();
            const packed = await encode(bytes);
            if (packed.length < bytes.length) compilation.emitAsset(name + suffix, new sources.RawSource(packed), { compressed: true });
          };
          await Promise.all(worth.flatMap((asset) => encodings.map((encoding) => addTwin(asset, encoding))));
        },
      );
    });
  }
}
