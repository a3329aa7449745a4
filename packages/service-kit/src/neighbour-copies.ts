import type { Dispatcher } from 'undici';
import { Copies, PASSED_OVER_MS } from './copies.ts';
import { copyAt, findCopies, isByNumber, lookupAll, type Lookup } from './find-copies.ts';
import { connections } from './kept-connections.ts';
import { toCopies } from './to-copies.ts';

/** Between two looks at which copies there are, while they are called. */
const LOOK_MS = 1_000;

/**
 * The copies of a neighbour, as a service knows them: it asks none whether it is ready, because each question costs both sides time of the
 * processor. A name stands for those that say so themselves, as that of a headless Service does; one that did not answer a call is passed
 * over for a while. Names are looked up while the neighbour is called, beside the calls.
 */
export class NeighbourCopies {
  private readonly copies: Copies;
  private readonly hasNames: boolean;
  private nextLookAt = -Infinity;

  /**
   * @param urls the neighbour's address, or those of its copies
   * @param now milliseconds on a clock that only goes forward
   */
  constructor(
    private readonly urls: readonly string[],
    private readonly now: () => number = () => performance.now(),
    private readonly lookup: Lookup = lookupAll,
  ) {
    this.copies = new Copies(urls.map(copyAt), now, { passedOverMs: PASSED_OVER_MS });
    this.hasNames = !urls.every(isByNumber);
  }

  /** The way to the copy that is to have the next call. */
  through(dispatcher: Dispatcher): Dispatcher {
    const copiesOf = new Map([[new URL(this.urls[0]!).origin, this.copies]]);
    const choose = toCopies(copiesOf, this.now);
    return dispatcher.compose((dispatch) => {
      const chosen = choose(dispatch);
      return (options, handler) => {
        if (this.hasNames && this.now() >= this.nextLookAt) this.look();
        return chosen(options, handler);
      };
    });
  }

  private look(): void {
    this.nextLookAt = this.now() + LOOK_MS;
    void findCopies(this.urls, this.lookup).then(
      (found) => this.copies.become(found),
      // Who is known stays known while names cannot be looked up.
      () => undefined,
    );
  }
}

const ways = new Map<string, Dispatcher>();

/** A process's connections to a neighbour, the same for all its calls. @param urls its address, or those of its copies */
export function connectionsTo(urls: readonly string[]): Dispatcher {
  const name = urls.join(',');
  const way = ways.get(name) ?? new NeighbourCopies(urls).through(connections);
  ways.set(name, way);
  return way;
}
