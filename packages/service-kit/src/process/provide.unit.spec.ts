import { describe, expect, test } from '@jest/globals';
import 'reflect-metadata';
import { Module, type Provider } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { from, provide, provideAs, provideBy, provideValue, token } from './provide.ts';
import { settingIn, type ServiceSettings } from './settings.ts';

interface Clock {
  now(): Date;
}
interface Seats {
  left(): number;
}
const CLOCK = token<Clock>('Clock');
const SEATS = token<Seats>('Seats');

class Ledger {
  readonly rows: string[] = [];
}

class ThreeSeats implements Seats {
  constructor(readonly ledger: Ledger) {}
  left(): number {
    return 3 - this.ledger.rows.length;
  }
}

class Sell {
  constructor(
    readonly seats: Seats,
    readonly clock: Clock,
    readonly holdSeconds: number,
  ) {}
}

interface ShopSettings extends ServiceSettings {
  readonly HOLD_SECONDS: number;
}
const setting = settingIn<ShopSettings>();

/** An application of Nest that has these providers and nothing else. */
async function start(providers: Provider[]) {
  class App {}
  Module({ providers })(App);
  return NestFactory.createApplicationContext(App, { logger: false, abortOnError: false });
}

describe('providers in one line', () => {
  test('a key that nobody provides is named when the service starts', async () => {
    await expect(start([provideAs(SEATS, ThreeSeats, Ledger)])).rejects.toThrow(/Seats.*Ledger/s);
  });

  test('the compiler refuses what does not fit', () => {
    const today = from(CLOCK, (injected) => injected.now());
    const refused = [
      // @ts-expect-error the last parameter has no key
      () => provide(Sell, SEATS, CLOCK),
      // @ts-expect-error a key too many
      () => provide(Ledger, CLOCK),
      // @ts-expect-error two keys changed places
      () => provide(Sell, CLOCK, SEATS, setting('HOLD_SECONDS')),
      // @ts-expect-error this setting is no number
      () => provide(Sell, SEATS, CLOCK, setting('PUBLIC_ORIGIN')),
      // @ts-expect-error there is no such setting
      () => setting('HOLD_MINUTES'),
      // @ts-expect-error the class does not do what the port promises
      () => provideAs(SEATS, Ledger),
      // @ts-expect-error the port's class needs a ledger
      () => provideAs(SEATS, ThreeSeats, CLOCK),
      // @ts-expect-error what is made is not what the token stands for
      () => provideBy(SEATS, [CLOCK], (injected) => injected),
      // @ts-expect-error there is one value for one key
      () => provideBy(SEATS, [Ledger], (ledger, _injected: Clock) => new ThreeSeats(ledger)),
      // @ts-expect-error the value is not what the token stands for
      () => provideValue(CLOCK, new Ledger()),
      // @ts-expect-error what is read is no number
      () => provide(Sell, SEATS, CLOCK, today),
    ];
    expect(refused).toHaveLength(11);
  });
});
