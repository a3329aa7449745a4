import { describe, expect, test } from '@jest/globals';
import 'reflect-metadata';
import { Module, type Provider } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { from, provide, provideAs, provideBy, provideValue, token } from './provide.ts';
import { SETTINGS, settingIn, type ServiceSettings } from './settings.ts';

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

const clock: Clock = { now: () => new Date('2024-07-13T00:00:00.000Z') };
const ground = [
  provideValue(SETTINGS, { HOLD_SECONDS: 900, LOG_LEVEL: 'silent' } as ShopSettings),
  provideValue(CLOCK, clock),
  provide(Ledger),
];

/** An application of Nest that has these providers and nothing else. */
async function start(providers: Provider[]) {
  class App {}
  Module({ providers })(App);
  return NestFactory.createApplicationContext(App, { logger: false, abortOnError: false });
}

describe('providers in one line', () => {
  test('a class is made with what its keys name', async () => {
    const app = await start([...ground, provideAs(SEATS, ThreeSeats, Ledger), provide(Sell, SEATS, CLOCK, setting('HOLD_SECONDS'))]);
    const sell = app.get(Sell);
    expect(sell).toBeInstanceOf(Sell);
    expect(sell.seats).toBe(app.get(SEATS));
    expect(sell.seats).toBeInstanceOf(ThreeSeats);
    expect((sell.seats as ThreeSeats).ledger).toBe(app.get(Ledger));
    expect(sell.clock).toBe(clock);
    expect(sell.holdSeconds).toBe(900);
    await app.close();
  });

  test('a value is read from what another key names, and from what was read', async () => {
    const year = from(
      from(CLOCK, (injected) => injected.now()),
      (now) => now.getUTCFullYear(),
    );
    const app = await start([...ground, provideAs(SEATS, ThreeSeats, Ledger), provide(Sell, SEATS, CLOCK, year)]);
    expect(app.get(Sell).holdSeconds).toBe(2024);
    await app.close();
  });

  test('what is more than one constructor is made by a function', async () => {
    const app = await start([
      ...ground,
      provideBy(SEATS, [Ledger, CLOCK, setting.all], (ledger, injected, settings) => ({
        left: () => ledger.rows.length + injected.now().getUTCFullYear() + settings.HOLD_SECONDS,
      })),
    ]);
    expect(app.get<Seats>(SEATS).left()).toBe(2024 + 900);
    await app.close();
  });

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
