/** Somebody the demo has act: only a name, an address and a telephone. */
export interface Person {
  readonly name: string;
  readonly lastname: string;
  readonly email: string;
  readonly phoneno: string;
}

/** Numbers from 0 up to 1, the same ones for the same seed. */
export type Draw = () => number;

/** Given and family names by language. Behind a slash stands how a name outside the Latin script is spelt in an address. */
const NAMES: readonly (readonly [given: string, family: string])[] = [
  ['Emma,Noah,Grace,Liam,Hannah,Ethan,Abigail,Caleb', 'Miller,Brooks,Sullivan,Hayes,Whitaker,Bennett,Foster,Greene'],
  ['Lucía,Mateo,Sofía,Andrés,Inés,Joaquín,Valeria,Tomás', 'Fernández,Muñoz,Ibáñez,García,Peña,Domínguez,Ríos,Herrera'],
  ['Priya,Arjun,Ananya,Rohan,Kavya,Vikram,Meera,Aarav', 'Sharma,Iyer,Patel,Nair,Banerjee,Reddy,Kulkarni,Desai'],
  ['Camille,Étienne,Amélie,Lucien,Chloé,Théo,Margaux,Rémi', 'Lefèvre,Moreau,Gauthier,Dubois,Béranger,Fournier,Chevalier,Girard'],
  ['Jonas,Änne,Matthias,Käthe,Lukas,Greta,Jürgen,Frieda', 'Müller,Schröder,Weiß,Hoffmann,Krüger,Bäcker,Vogel,Lindner'],
  ['Misaki,Haruto,Yuki,Ren,Aoi,Sora,Hina,Kenta', 'Tanaka,Sato,Kobayashi,Nakamura,Mori,Ishikawa,Yamada,Fujita'],
  ['Zofia,Jakub,Łucja,Wojciech,Małgorzata,Paweł,Agnieszka,Staś', 'Kowalska,Nowak,Wiśniewski,Zając,Dąbrowska,Król,Wójcik,Mazur'],
  ['Amara,Chinedu,Ngozi,Tunde,Adaeze,Kwame,Folake,Emeka', 'Okafor,Adeyemi,Balogun,Mensah,Nwosu,Eze,Oyelaran,Asante'],
  ['Linh,Minh,Hương,Đức,Mai,Quang,Thảo,Tuấn', 'Nguyễn,Trần,Lê,Phạm,Đặng,Võ,Bùi,Hoàng'],
  ['Olena,Andrii,Oksana,Taras,Mariia,Bohdan,Iryna,Petro', 'Shevchenko,Koval,Bondarenko,Melnyk,Tkachuk,Lysenko,Moroz,Kravets'],
  ['結衣/yui,悠真/yuma,陽菜/hinata', '田中/tanaka,森/mori,石川/ishikawa'],
  ['Дарина/daryna,Микола/mykola,Софія/sofiia', 'Коваль/koval,Бондаренко/bondarenko,Мельник/melnyk'],
  ['Ελένη/eleni,Νίκος/nikos,Σοφία/sofia', 'Παππάς/pappas,Δήμου/dimou,Λαμπράκη/lambraki'],
];

const AREAS = ['212', '415', '503', '617', '718', '773', '917', '206'];

/** One of several. */
export const oneOf = <T>(values: readonly T[], draw: Draw): T => values[Math.floor(draw() * values.length)]!;

/** The same values in an order drawn by lot. */
export function shuffled<T>(values: readonly T[], draw: Draw): T[] {
  const all = [...values];
  for (let last = all.length - 1; last > 0; last -= 1) {
    const other = Math.floor(draw() * (last + 1));
    [all[last], all[other]] = [all[other]!, all[last]!];
  }
  return all;
}

/**
 * Different people in an order drawn by lot. Where there are more than names, the addresses of the later ones carry a number.
 * @param count how many
 */
export function drawPeople(count: number, draw: Draw): Person[] {
  const pairs = NAMES.flatMap(([given, family]) =>
    given.split(',').flatMap((one) => family.split(',').map((other) => [one, other] as const)),
  );
  const order = shuffled(pairs, draw);
  return Array.from({ length: count }, (_, index) => {
    const [given, family] = order[index % order.length]!;
    const round = Math.floor(index / order.length);
    const [name, lastname] = [written(given), written(family)];
    return {
      name,
      lastname,
      email: `${spelt(given)}.${spelt(family)}${round === 0 ? '' : round + 1}@example.org`,
      // Numbers with 555-01 are kept for stories.
      phoneno: `(${oneOf(AREAS, draw)}) 555-01${String(Math.floor(draw() * 100)).padStart(2, '0')}`,
    };
  });
}

const written = (name: string): string => name.split('/')[0]!;

/** A name as it is spelt in an address. */
function spelt(name: string): string {
  const latin = name.split('/').at(-1)!.replaceAll('ß', 'ss').replaceAll(/[łŁ]/g, 'l').replaceAll(/[đĐ]/g, 'd');
  return latin
    .normalize('NFD')
    .replaceAll(/[^a-z]/gi, '')
    .toLowerCase();
}
