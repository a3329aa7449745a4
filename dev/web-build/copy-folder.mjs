import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Carries a folder's files into the output under their own names, so that their addresses stay when they are replaced. */
export class CopyFolderPlugin {
  constructor({ from, to }) {
    this.from = from;
    this.to = to;
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('CopyFolder', (compilation) => {
      compilation.hooks.processAssets.tapPromise({ name: 'CopyFolder', stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL }, async () => {
        compilation.contextDependencies.add(this.from);
        const files = await readdir(this.from, { recursive: true, withFileTypes: true });
        await Promise.all(
          files
            .filter((file) => file.isFile())
            .map(async (file) => {
              const whole = path.join(file.parentPath, file.name);
              compilation.fileDependencies.add(whole);
              const name = path.posix.join(this.to, path.relative(this.from, whole).split(path.sep).join('/'));
              compilation.emitAsset(name, new sources.RawSource(await readFile(whole)));
            }),
        );
      });
    });
  }
}
