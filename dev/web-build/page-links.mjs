import HtmlWebpackPlugin from 'html-webpack-plugin';

/**
 * Names in the page's head what its first program will ask for next, so that the browser fetches it at once instead of
 * finding out step by step: the program behind the first one, its styles, and the faces.
 */
export class PageLinksPlugin {
  apply(compiler) {
    compiler.hooks.compilation.tap('PageLinks', (compilation) => {
      HtmlWebpackPlugin.getHooks(compilation).alterAssetTagGroups.tap('PageLinks', (groups) => {
        const publicPath = compilation.outputOptions.publicPath;
        const later = [...compilation.chunks].filter((chunk) => !chunk.canBeInitial()).flatMap((chunk) => [...chunk.files]);
        const faces = compilation.getAssets().map(({ name }) => name).filter((name) => name.endsWith('.woff2'));
        const link = (attributes) => ({ tagName: 'link', voidTag: true, meta: { plugin: 'PageLinks' }, attributes });
        groups.headTags.push(
          ...later.filter((file) => file.endsWith('.css')).map((file) => link({ rel: 'stylesheet', href: publicPath + file })),
          ...later.filter((file) => file.endsWith('.js')).map((file) => link({ rel: 'preload', as: 'script', href: publicPath + file })),
          ...faces.map((file) => link({ rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: 'anonymous', href: publicPath + file })),
        );
        return groups;
      });
    });
  }
}
