import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack from 'webpack';
import { BORROWED_RUNTIME } from './borrowed-runtime.ts';
import { CopyFolderPlugin } from './copy-folder.mjs';
import { OfflineFilesPlugin } from './offline-files.mjs';
import { PageLinksPlugin } from './page-links.mjs';
import { PrecompressPlugin } from './precompress.mjs';
import { PrerenderPlugin } from './prerender.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** One copy of each of these in a page, whichever room brings it; the shell's own copy is there first. */
const SINGLETONS = ['react', 'react-dom', 'react-router-dom'];

/** What replaces a library that rooms share, where the whole of it would be too much. */
const CUT_TO_SIZE = { 'react-router-dom': path.join(root, 'packages/web-kit/src/router.ts') };

function shared(room, options = {}) {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, room, 'package.json'), 'utf8'));
  return Object.fromEntries(
    SINGLETONS.map((name) => {
      const version = dependencies[name];
      return [
        name,
        {
          singleton: true,
          version,
          requiredVersion: `^${version}`,
          ...options,
          ...(name in CUT_TO_SIZE ? { import: CUT_TO_SIZE[name] } : {}),
        },
      ];
    }),
  );
}

const CONTENT = { test: /\/content\/[^/]+\.(md|json)$/, type: 'javascript/auto', use: path.join(root, 'dev/web-build/content.mjs') };
const ASSETS = { test: /\.(woff2|svg|png|jpg|webp|avif|mp3|mp4|webm)$/, type: 'asset/resource' };

/**
 * A script that the page loads by itself before any other, without the federation runtime that each entry gets. It is minified here,
 * because any later change would change the file name that the page already contains.
 */
const OWN_SCRIPT = {
  test: /\/keep-early-clicks\.ts$/,
  enforce: 'post',
  use: {
    loader: 'swc-loader',
    options: { swcrc: false, configFile: false, minify: true, jsc: { target: 'es2022', minify: { compress: true, mangle: true } } },
  },
  type: 'asset/resource',
  generator: { filename: '[name].[contenthash:8].js' },
};

/** As above, under a name that stays: browsers look for a newer service worker at the address of the one they have. */
const SERVICE_WORKER = { ...OWN_SCRIPT, test: /\/offline-worker\.ts$/, generator: { filename: '[name].js' } };

function swc(production) {
  return {
    loader: 'swc-loader',
    options: {
      // The .swcrc at the root is for services: decorators and Node modules.
      swcrc: false,
      configFile: false,
      sourceMaps: !production,
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic', development: !production } },
      },
    },
  };
}

/** @param namesOnly for a program that prerenders pages: it needs the names of the classes, and no style sheet */
function styles(room, production, namesOnly) {
  return {
    loader: 'css-loader',
    options: {
      modules: {
        auto: /\.module\.css$/,
        namedExport: false,
        exportLocalsConvention: 'as-is',
        exportOnlyLocals: namesOnly,
        // Each room carries its own copy of a component's styles: the salt keeps a remote that loads later
        // from overriding what an earlier room says about the same component.
        localIdentName: production ? '[hash:base64:6]' : '[name]-[local]-[hash:base64:4]',
        localIdentHashSalt: room,
        localIdentContext: root,
      },
    },
  };
}

/** Everything a room of the front end needs to be built, for the strictest content security policy: nothing is inlined or evaluated. */
function base(room, production) {
  const name = production ? '[name].[contenthash:8]' : '[name]';
  return {
    name: room,
    context: path.join(root, room),
    target: ['web', 'es2022'],
    // The organisers' screens are nobody else's to read; whoever debugs builds the same commit for development.
    devtool: production ? false : 'source-map',
    output: {
      path: path.join(root, room, 'dist'),
      filename: `${name}.js`,
      chunkFilename: `${name}.js`,
      assetModuleFilename: '[name].[contenthash:8][ext]',
      uniqueName: room,
      clean: true,
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.mjs', '.js'],
      conditionNames: ['source', '...'],
      // The package names its development build whatever is asked for.
      alias: production ? { 'react-router$': path.join(root, 'node_modules/react-router/dist/production/index.mjs') } : {},
    },
    module: {
      rules: [
        { test: /\.tsx?$/, use: swc(production) },
        ...(production
          ? [{ test: /react-router\/dist\/production\/chunk-\w+\.mjs$/, use: path.join(root, 'dev/web-build/router-cut.mjs') }]
          : []),
        {
          test: /\.css$/,
          use: [MiniCssExtractPlugin.loader, styles(room, production, false)],
        },
        CONTENT,
        ASSETS,
      ],
    },
    optimization: {
      moduleIds: 'deterministic',
      chunkIds: 'deterministic',
      minimizer: [
        new MinimizerPlugin({
          exclude: /keep-early-clicks|offline-worker/,
          minify: MinimizerPlugin.swcMinify,
          minimizerOptions: { compress: { passes: 5 }, mangle: true, ecma: 2022 },
        }),
      ],
    },
    // Nothing is kept on disk for the next build: webpack 5.110 took over code from an earlier one that lacked an export
    // which was used by then, and every form broke. A room is bundled only when its sources changed, in some seconds.
    cache: production ? false : { type: 'memory' },
    performance: { hints: false },
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
    plugins: [
      new webpack.DefinePlugin({ 'process.env.NODE_ENV': JSON.stringify(production ? 'production' : 'development') }),
      new MiniCssExtractPlugin({ filename: `${name}.css`, chunkFilename: `${name}.css`, ignoreOrder: true }),
      ...prerendering(room, production),
      ...(production ? [new PrecompressPlugin()] : []),
    ],
  };
}

/** The program that prerenders a room's pages during the build: everything in one file, for Node. */
function drawing(room, production) {
  return {
    name: `${room}-prerender`,
    mode: 'production',
    context: path.join(root, room),
    target: 'node24',
    devtool: false,
    entry: { main: './src/prerender.tsx' },
    output: {
      path: path.join(root, '.cache/prerender', room),
      filename: 'main.mjs',
      module: true,
      library: { type: 'module' },
      chunkFormat: 'module',
      clean: true,
    },
    experiments: { outputModule: true },
    resolve: {
      extensions: ['.tsx', '.ts', '.mjs', '.js'],
      conditionNames: ['source', '...'],
      alias: { 'react-router-dom$': path.join(root, 'packages/web-kit/src/router.ts') },
    },
    module: {
      rules: [
        { test: /\.tsx?$/, use: swc(true) },
        { test: /\.module\.css$/, use: [styles(room, production, true)] },
        { test: /\.css$/, exclude: /\.module\.css$/, use: path.join(root, 'dev/web-build/nothing.cjs') },
        CONTENT,
        ASSETS,
      ],
    },
    optimization: { minimize: false, splitChunks: false },
    performance: { hints: false },
    plugins: [
      new webpack.DefinePlugin({ 'process.env.NODE_ENV': JSON.stringify('production') }),
      new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
    ],
    cache: false,
  };
}

/** A room that prerenders pages has a program for it. */
function prerendering(room, production) {
  return existsSync(path.join(root, room, 'src/prerender.tsx')) ? [new PrerenderPlugin(drawing(room, production))] : [];
}

/** A container is a variable of the page, and `public` cannot be the name of one. */
function containerName(name) {
  return `concert_${name}`;
}

/** The shell lends its own runtime (`boot/shared-runtime.ts`): a second copy would be most of a remote's first file. */
function lentRuntime({ request }, done) {
  if (/@module-federation\/webpack-bundler-runtime\b/.test(request)) done(null, `var ${BORROWED_RUNTIME}`);
  else done();
}

function federation(options) {
  return new ModuleFederationPlugin({
    dts: false,
    manifest: true,
    shareStrategy: 'loaded-first',
    ...options,
    // The shell reads a remote's manifest itself, so the part of the runtime that would do it stays out.
    experiments: { ...options.experiments, optimization: { disableSnapshot: true, target: 'web' } },
  });
}

/**
 * Build of a remote: one exposed module, `./App`, in `src/app.tsx`; everything else is reached from it.
 * @param room folder of the remote
 * @param name its name in remotes.json
 * @param leastShared bytes of source from which on code that its screens share is a file of its own: webpack's own choice makes many small ones
 */
export function remoteBuild(room, name, leastShared) {
  return (_env, { mode = 'production' }) => {
    const production = mode === 'production';
    const config = base(room, production);
    const media = path.join(root, room, 'content/media');
    return {
      ...config,
      entry: {},
      output: { ...config.output, publicPath: 'auto' },
      optimization: { ...config.optimization, ...(leastShared ? { splitChunks: { minSize: leastShared } } : {}) },
      externals: [lentRuntime],
      plugins: [
        ...config.plugins,
        new OfflineFilesPlugin(name),
        ...(existsSync(media) ? [new CopyFolderPlugin({ from: media, to: 'media' })] : []),
        federation({
          name: containerName(name),
          filename: production ? 'remoteEntry.[contenthash:8].js' : 'remoteEntry.js',
          exposes: { './App': './src/app.tsx' },
          shared: shared(room),
        }),
      ],
    };
  };
}

/** Build of the shell: a page and its code. It knows no remote; they are found when the page runs. */
export function shellBuild(room) {
  return (_env, { mode = 'production' }) => {
    const production = mode === 'production';
    const config = base(room, production);
    return {
      ...config,
      entry: { main: './src/main.ts' },
      output: { ...config.output, publicPath: '/' },
      module: { rules: [...config.module.rules, OWN_SCRIPT, SERVICE_WORKER] },
      plugins: [
        ...config.plugins,
        new webpack.NormalModuleReplacementPlugin(/\/(snapshot\/SnapshotHandler|preload)\.js$/, (found) => {
          if (found.context.includes(path.join('@module-federation', 'runtime-core')))
            found.request = path.join(root, 'dev/web-build/federation-without-snapshots.mjs');
        }),
        // The shell needs the shared libraries at once, so they are in its first file.
        federation({ name: 'shell', remotes: {}, shared: shared(room, { eager: true }) }),
        new HtmlWebpackPlugin({ template: './src/index.html', scriptLoading: 'defer', inject: 'head' }),
        // What browsers ask for by a fixed name.
        new CopyFolderPlugin({ from: path.join(root, room, 'src/named'), to: '' }),
        new PageLinksPlugin(),
        new OfflineFilesPlugin(),
      ],
    };
  };
}
