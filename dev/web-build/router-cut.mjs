/*
 * The router comes as one file that contains what only its framework mode uses: forms that submit to loaders, and links that fetch a page's
 * loaders ahead. The minifier cannot see that their definitions have no side effects; this tells it.
 */
export default function routerCut(source) {
  // Other files of the package come by here too.
  if (!source.includes('function BrowserRouter(')) return source;
  const pure = source
    .replace(/ = (React\w*)\.(forwardRef|memo|createContext)\(/g, ' = /*#__PURE__*/ $1.$2(')
    .replace(/^\w+\.displayName = ".*";$/gm, '');
  const cut = pure.replace(
    'function PrefetchPageLinks(',
    'function PrefetchPageLinks() {\n  return null;\n}\nfunction PrefetchPageLinksOfFrameworkMode(',
  );
  if (pure === source || cut === pure) throw new Error('the router is not built as dev/web-build/router-cut.mjs expects');
  return cut;
}
