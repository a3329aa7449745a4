import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { OFFLINE_FILES, PAGES } from '../../contracts/site/pages.ts';

/** The fonts of English: the others are loaded with a name that needs them. */
const SHELL_FILES = /\.(js|css|svg)$|-latin-wght-.*\.woff2$/;
const ICON_SIZES = [192, 512];
const MARK = /^mark\.[0-9a-f]+\.svg$/;

/** Everything that may be loaded from a chunk group on: what it imports later, and the workers it starts. */
function* below(group, seen = new Set()) {
  if (seen.has(group)) return;
  seen.add(group);
  yield group;
  for (const child of [...group.getChildren(), ...group.asyncEntrypointsIterable]) yield* below(child, seen);
}

/** Everything that was loaded before a chunk group. */
function* above(group, seen = new Set()) {
  if (seen.has(group)) return;
  seen.add(group);
  yield group;
  for (const parent of group.getParents()) yield* above(parent, seen);
}

function filesOf(groups) {
  const chunks = new Set([...groups].flatMap(({ chunks }) => chunks));
  const files = [...chunks].flatMap(({ files, auxiliaryFiles }) => [...files, ...auxiliaryFiles]);
  return [...new Set(files)].filter((file) => !/\.(map|txt)$/.test(file)).sort();
}

/**
 * Names the files that a page needs where it opens without network (contracts/site/pages.ts), for the service worker that keeps them. Of a remote:
 * those of each such page, by the page's path; its screen is the file of `src/routes` that is named after it. Of the shell, whose files every
 * page needs: all, under `*`, and the manifests of pages that can be installed.
 */
export class OfflineFilesPlugin {
  /** @param remote name of the remote; undefined for the shell */
  constructor(remote) {
    this.remote = remote;
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('OfflineFiles', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_ANALYSE;
      compilation.hooks.processAssets.tap({ name: 'OfflineFiles', stage }, () => {
        const emit = (name, value) => compilation.emitAsset(name, new sources.RawSource(`${JSON.stringify(value)}\n`));
        const pages = PAGES.filter(({ offline, remote }) => offline && (this.remote === undefined || remote === this.remote));
        if (this.remote !== undefined) {
          if (pages.length > 0)
            emit(OFFLINE_FILES, Object.fromEntries(pages.map(({ path }) => [path, this.filesOfPage(compilation, path)])));
          return;
        }
        const names = compilation.getAssets().map(({ name }) => name);
        emit(OFFLINE_FILES, { '*': names.filter((name) => SHELL_FILES.test(name) && !name.startsWith('offline-worker.')).sort() });
        const mark = names.find((name) => MARK.test(name));
        const icons = [
          ...(mark ? [{ src: `/${mark}`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }] : []),
          ...ICON_SIZES.map((size) => {
            const picture = readFileSync(`${compiler.context}/src/mark-${size}.png`);
            const name = `mark-${size}.${createHash('sha256').update(picture).digest('hex').slice(0, 8)}.png`;
            compilation.emitAsset(name, new sources.RawSource(picture));
            return { src: `/${name}`, sizes: `${size}x${size}`, type: 'image/png', purpose: 'any' };
          }),
        ];
        for (const { path, title, manifest } of pages) if (manifest) emit(manifest.slice(1), manifestOf(path, title, icons));
      });
    });
  }

  filesOfPage(compilation, path) {
    const screen = `/src/routes${path}.tsx`;
    const { chunkGraph, modules } = compilation;
    const files = filesOf(
      [...modules]
        // What webpack joined into one module stands in it.
        .filter((module) => [module, ...(module.modules ?? [])].some((each) => each.nameForCondition?.()?.endsWith(screen)))
        .flatMap((module) => [...chunkGraph.getModuleChunks(module)])
        .flatMap((chunk) => [...chunk.groupsIterable])
        .flatMap((group) => [...above(group), ...below(group)]),
    );
    if (files.length === 0) compilation.errors.push(new Error(`${path} opens without network, and no module is ${screen}`));
    return files;
  }
}

function manifestOf(path, title, icons) {
  return {
    id: path,
    name: `${title} · Music for Meditation Concert`,
    short_name: title,
    start_url: path,
    scope: path,
    display: 'standalone',
    background_color: '#12122a',
    theme_color: '#12122a',
    icons,
  };
}
