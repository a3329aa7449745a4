import { inflateSync } from 'node:zlib';

/** What a reader copies from each page of a PDF: its glyphs, told by the table of each font. */
export function pagesOf(pdf: Buffer): string[] {
  const objects = new Map([...pdf.toString('latin1').matchAll(/^(\d+) 0 obj\n([^]*?)\nendobj$/gm)].map(([, id, body]) => [id!, body!]));
  const streamOf = (id: string) =>
    inflateSync(Buffer.from(/stream\n([^]*?)\nendstream/.exec(objects.get(id)!)![1]!, 'latin1')).toString('latin1');
  const hex = (text: string) => Buffer.from(text, 'hex').swap16().toString('utf16le');
  const all = [...objects.values()];
  const fonts = new Map(
    all
      .flatMap((body) => [...body.matchAll(/\/(F\d+) (\d+) 0 R/g)])
      .map(([, name, id]) => {
        const table = streamOf(/ToUnicode (\d+) 0 R/.exec(objects.get(id!)!)![1]!);
        const letters = [...table.matchAll(/\[([^\]]*)\]/g)].flatMap(([, list]) =>
          [...list!.matchAll(/<([0-9a-f]*)>/g)].map(([, text]) => hex(text!)),
        );
        return [name!, letters] as const;
      }),
  );
  return all.flatMap((body) => {
    const content = /Type \/Page\n[^]*Contents (\d+) 0 R/.exec(body)?.[1];
    if (content === undefined) return [];
    let font: readonly string[] = [];
    return [...streamOf(content).matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9a-f]+)>/g)]
      .map(([, name, glyphs]) => {
        if (name !== undefined) font = fonts.get(name)!;
        return (glyphs?.match(/.{4}/g) ?? []).map((glyph) => font[Number.parseInt(glyph, 16)]).join('');
      })
      .join('');
  });
}

export const textOf = (pdf: Buffer) => pagesOf(pdf).join('');
