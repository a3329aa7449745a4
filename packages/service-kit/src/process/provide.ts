import type { FactoryProvider, ValueProvider } from '@nestjs/common';

declare const provided: unique symbol;

/** Stands for a port in a module; carries the type of what is injected under it. */
export type Token<T> = symbol & { readonly [provided]: T };

/** A class that stands for itself. */
type ClassKey<T> = abstract new (...args: never[]) => T;

/** What can be injected under a name of its own. */
type Named<T> = Token<T> | ClassKey<T>;

/** A value read from what is injected under another key. */
export interface Derived<T> {
  readonly key: Named<unknown>;
  readonly read: (injected: never) => T;
}

/** Anything a provider may ask for. */
export type Key<T> = Named<T> | Derived<T>;

/** What is handed over for a key. */
export type Injected<K> = K extends Token<infer T> ? T : K extends ClassKey<infer T> ? T : K extends Derived<infer T> ? T : never;

/** One key for each parameter. */
type KeysOf<Parameters extends readonly unknown[]> = { readonly [I in keyof Parameters]: Key<Parameters[I]> };

type InjectedAll<Keys extends readonly Key<unknown>[]> = { readonly [I in keyof Keys]: Injected<Keys[I]> };

/** A token for a port. `name`: what Nest calls it in its messages: the port's name */
export function token<T>(name: string): Token<T> {
  return Symbol(name) as Token<T>;
}

const isDerived = (key: Key<unknown>): key is Derived<unknown> => typeof key === 'object';

/** A value read from what is injected under `key`, once, when the provider is made; for a parameter that asks for less than the whole. */
export function from<const K extends Key<unknown>, T>(key: K, read: (injected: Injected<K>) => T): Derived<T> {
  if (!isDerived(key)) return { key, read };
  return { key: key.key, read: (injected: never) => read(key.read(injected) as Injected<K>) };
}

/** The provider that Nest knows: injects what the keys name, hands over what is read from it. */
function made<T>(provide: Named<T>, keys: readonly Key<unknown>[], make: (...values: never[]) => T): FactoryProvider<T> {
  return {
    provide,
    inject: keys.map(tokenOf),
    useFactory: (...injected: unknown[]) => make(...(injected.map((value, at) => injectedFor(keys[at]!, value)) as never[])),
  };
}

/** What Nest injects for a key. */
export const tokenOf = (key: Key<unknown>) => (isDerived(key) ? key.key : key);

/** What is handed over for a key. `injected`: what Nest injected for it */
export const injectedFor = (key: Key<unknown>, injected: unknown) => (isDerived(key) ? key.read(injected as never) : injected);

/** Provides a class under itself. `keys`: one for each parameter of its constructor, in that order; the compiler refuses any other */
export function provide<C extends new (...args: never[]) => unknown>(
  what: C,
  ...keys: KeysOf<ConstructorParameters<C>>
): FactoryProvider<InstanceType<C>> {
  return made(what as Named<InstanceType<C>>, keys as readonly Key<unknown>[], (...values) => new what(...values) as InstanceType<C>);
}

/** Provides what `make` builds of what the keys name, in their order, where that is more than the call of one constructor. */
export function provideBy<T, const Keys extends readonly Key<unknown>[]>(
  key: Named<T>,
  keys: Keys,
  make: (...values: InjectedAll<Keys>) => NoInfer<T>,
): FactoryProvider<T> {
  return made(key, keys, make as (...values: never[]) => T);
}

/** Provides what exists already. */
export function provideValue<T>(key: Named<T>, value: NoInfer<T>): ValueProvider<T> {
  return { provide: key, useValue: value };
}
