declare module '*.md' {
  const blocks: readonly import('./features/prose/prose.tsx').Block[];
  export default blocks;
}

declare module '*artists.json?brief' {
  const entries: readonly Pick<import('./features/artists/artists.ts').Artist, 'name' | 'instrument' | 'blurb' | 'picture'>[];
  export default entries;
}

declare module '*signs.json?brief' {
  const entries: readonly Pick<import('./features/music/signs.ts').Sign, 'name' | 'sound'>[];
  export default entries;
}
