const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);

/** The words of the picture of arrivals. */
export const texts = {
  title: 'Who came in when',
  none: 'Nobody came in during the last three hours.',
  reading: 'Loading the arrivals',
  failed: 'The arrivals could not be loaded',
  people,
  picture: (door: string, count: number, most: number, at: string) =>
    `${door}: ${people(count)} came in; in the busiest minute, at ${at}, ${people(most)}`,
  busiest: (most: number, at: string) => `at most ${most} in a minute, at ${at}`,
} as const;
