import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack from 'webpack';
import { PageLinksPlugin } from './page-links.mjs';
import { PrecompressPlugin } from './precompress.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** One copy of each of these in a page, whoever brings it; the shell's own copy is there first. */
const SINGLETONS = ['react', 'react-dom', 'react-router-dom'];

/** What stands for a library that rooms have in common, where the whole of it would be too much. */
const CUT_TO_SIZE = { 'react-router-dom': path.join(root, 'packages/web-kit/src/router.ts') };

function shared(room, options = {}) {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, room, 'package.json'), 'utf8'));
  return Object.fromEntries(
    SINGLETONS.map((name) => {
      const version = dependencies[name];
      return [name, { singleton: true, version, requiredVersion: `^${version}`, ...options, ...(name in CUT_TO_SIZE ? { import: CUT_TO_SIZE[name] } : {}) }];
    }),
  );
}

function swc(production) {
  return {
    loader: 'swc-loader',
    options: {
      // The .swcrc at the root is for services: decorators and Node modules.
      swcrc: false,
      configFile: false,
      sourceMaps: true,
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic', development: !production } },
      },
    },
  };
}

/**
 * Everything a room of the front end needs to be built, alike for all.
 * Styles are files and nothing is inlined or evaluated, so that the strictest content security policy holds.
 */
function base(room, production) {
  const name = production ? '[name].[contenthash:8]' : '[name]';
  return {
    name: room,
    context: path.join(root, room),
    target: ['web', 'es2022'],
    devtool: 'source-map',
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
    },
    module: {
      rules: [
        { test: /\.tsx?$/, use: swc(production) },
        {
          test: /\.css$/,
          use: [
            MiniCssExtractPlugin.loader,
            {
              loader: 'css-loader',
              options: {
                modules: {
                  auto: /\.module\.css$/,
                  namedExport: false,
                  exportLocalsConvention: 'as-is',
                  // Each room carries its own copy of a component's styles: the salt keeps a remote that loads later
                  // from overriding what an earlier room says about the same component.
                  localIdentName: production ? '[hash:base64:6]' : '[name]-[local]-[hash:base64:4]',
                  localIdentHashSalt: room,
                  localIdentContext: root,
                },
              },
            },
          ],
        },
        { test: /\.(woff2|svg|png|jpg|webp|avif|mp3|mp4|webm)$/, type: 'asset/resource' },
      ],
    },
    optimization: { moduleIds: 'deterministic', chunkIds: 'deterministic' },
    cache: {
      type: 'filesystem',
      cacheDirectory: path.join(root, '.cache/webpack'),
      name: `${room}-${production ? 'production' : 'development'}`,
      buildDependencies: { config: [fileURLToPath(import.meta.url), path.join(root, room, 'webpack.config.mjs')] },
    },
    performance: { hints: false },
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
    plugins: [
      new webpack.DefinePlugin({ 'process.env.NODE_ENV': JSON.stringify(production ? 'production' : 'development') }),
      new MiniCssExtractPlugin({ filename: `${name}.css`, chunkFilename: `${name}.css`, ignoreOrder: true }),
      ...(production ? [new PrecompressPlugin()] : []),
    ],
  };
}

/** A container is a variable of the page, and `public` cannot be the name of one. */
function containerName(name) {
  return `concert_${name}`;
}

function federation(options) {
  return new ModuleFederationPlugin({ dts: false, manifest: true, shareStrategy: 'loaded-first', ...options });
}

/**
 * Build of a remote: one exposed module, `./App`, in `src/app.tsx`; everything else is reached from it.
 * @param room folder of the remote
 * @param name its name in remotes.json
 */
export function remoteBuild(room, name) {
  return (_env, { mode = 'production' }) => {
    const production = mode === 'production';
    const config = base(room, production);
    return {
      ...config,
      entry: {},
      output: { ...config.output, publicPath: 'auto' },
      plugins: [
        ...config.plugins,
        federation({
          name: containerName(name),
          filename: production ? 'remoteEntry.[contenthash:8].js' : 'remoteEntry.js',
          exposes: { './App': './src/app.tsx' },
          shared: shared(room),
          // The shell lends its own: a second copy of the runtime would be most of a remote's first file.
          experiments: { externalRuntime: true },
        }),
      ],
    };
  };
}

/** Build of the shell: a page and its program. It knows no remote; they are found when the page runs. */
export function shellBuild(room) {
  return (_env, { mode = 'production' }) => {
    const production = mode === 'production';
    const config = base(room, production);
    return {
      ...config,
      entry: { main: './src/main.ts' },
      output: { ...config.output, publicPath: '/' },
      plugins: [
        ...config.plugins,
        // The shell needs what is shared at once, so it stands in the file that comes first anyway.
        federation({ name: 'shell', remotes: {}, shared: shared(room, { eager: true }) }),
        new HtmlWebpackPlugin({ template: './src/index.html', scriptLoading: 'defer', inject: 'head' }),
        new PageLinksPlugin(),
      ],
    };
  };
}
