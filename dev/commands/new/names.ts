import { Failure } from '@concert/machine-kit/failure';

/** One name in the spellings its places ask for. */
export interface Names {
  /** `seat-map` */
  readonly kebab: string;
  /** `seatMap` */
  readonly camel: string;
  /** `SeatMap` */
  readonly pascal: string;
  /** `SEAT_MAP` */
  readonly upper: string;
  /** `seat map` */
  readonly words: string;
}

/** The spellings of a name that is written in kebab case. */
export function namesOf(kebab: string): Names {
  const parts = kebab.split('-');
  const pascal = parts.map((part) => `${part[0]!.toUpperCase()}${part.slice(1)}`).join('');
  return {
    kebab,
    camel: `${pascal[0]!.toLowerCase()}${pascal.slice(1)}`,
    pascal,
    upper: parts.join('_').toUpperCase(),
    words: parts.join(' '),
  };
}

const BANNED = /(^|-)(commons?|shared|helpers?|utils?|managers?)(-|$)/;

/** @throws Failure unless it is written in kebab case and says what it is about */
export function kebabName(what: string, given: string | undefined): Names {
  if (!given || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(given))
    throw new Failure(
      `${given ? `"${given}" is no name for a ${what}` : `The ${what} has no name`}.`,
      'write it in small letters with hyphens, for example: seat-map',
    );
  if (BANNED.test(given))
    throw new Failure(
      `"${given}" says nothing about the ${what}.`,
      'name what is inside; words like util and shared are refused by the import fences.',
    );
  return namesOf(given);
}

/** @throws Failure unless it is a verb and what it is done to, in camel case */
export function routeName(given: string | undefined): Names {
  if (!given || !/^[a-z]+([A-Z][a-z0-9]*)+$/.test(given))
    throw new Failure(
      `${given ? `"${given}" is no name for a route` : 'The route has no name'}.`,
      'write a verb and what it is done to, in camel case, for example: showSeatMap',
    );
  return namesOf(given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
}

/** @throws Failure unless it is one of these */
export function oneOf<const T extends string>(what: string, choices: readonly T[], given: string | undefined): T {
  const found = choices.find((choice) => choice === given);
  if (found === undefined)
    throw new Failure(`${given ? `"${given}" is no ${what}` : `The ${what} is missing`}.`, `choose one of ${choices.join(', ')}.`);
  return found;
}
