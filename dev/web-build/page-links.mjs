import HtmlWebpackPlugin from 'html-webpack-plugin';

/** Names the fonts of English in the page's head, so that the browser fetches them at once instead of after the styles. */
export class PageLinksPlugin {
  apply(compiler) {
    compiler.hooks.compilation.tap('PageLinks', (compilation) => {
      HtmlWebpackPlugin.getHooks(compilation).alterAssetTagGroups.tap('PageLinks', (groups) => {
        const publicPath = compilation.outputOptions.publicPath;
        const faces = compilation
          .getAssets()
          .map(({ name }) => name)
          .filter((name) => /-latin-wght-.*\.woff2$/.test(name));
        const link = (attributes) => ({ tagName: 'link', voidTag: true, meta: { plugin: 'PageLinks' }, attributes });
        groups.headTags.push(
          ...faces.map((file) =>
            link({ rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: 'anonymous', href: publicPath + file }),
          ),
        );
        return groups;
      });
    });
  }
}
