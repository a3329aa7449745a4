/* What the build of this room makes of content files: prose as blocks, and lists reduced to what is shown of each entry first. */

declare module '*.md' {
  const blocks: readonly Block[];
  export default blocks;

  type Part =
    string | { readonly as: 'strong' | 'em'; readonly text: string } | { readonly as: 'a'; readonly text: string; readonly to: string };

  type Block =
    | { readonly as: 'h2' | 'h3'; readonly id: string; readonly text: string }
    | { readonly as: 'p' | 'quote'; readonly parts: readonly Part[] }
    | { readonly as: 'ul' | 'ol'; readonly items: readonly (readonly Part[])[] };
}

declare module '*artists.json?brief' {
  const entries: readonly { readonly name: string; readonly instrument: string; readonly blurb: string; readonly picture: string }[];
  export default entries;
}

declare module '*signs.json?brief' {
  const entries: readonly { readonly name: string; readonly sound: string }[];
  export default entries;
}
