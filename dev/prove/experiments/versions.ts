import { until } from '@concert/test-kit/until';
import { Crowd } from '../crowd.ts';
import type { Experiment, Proof } from '../proof.ts';
import { PARTS, type Part } from '../site/copies.ts';
import { Site } from '../site/site.ts';
import { buildOlderVersion, findOlderVersion } from './older-version.ts';

/*
 * An older version beside this one, on this one's databases: of each pair of copies one is replaced by the older version, part after part,
 * while people buy, and then back.
 */

/** Services that are called are replaced before those that call them, as an operator deploys. */
const ORDER: readonly Part[] = ['svc-auth', 'svc-booking', 'svc-payment', 'svc-notify', 'gateway'];
/** Bought while both versions run, before anything changes again. */
const BOUGHT_MIXED = 25;
const WITHIN = { withinMs: 300_000, everyMs: 250 };

async function replaceAll(proof: Proof, site: Site, from?: string): Promise<void> {
  for (const part of ORDER) {
    await site.roll(
      site.seconds.find((copy) => copy.part === part)!,
      from,
    );
    proof.count();
  }
}

/** One version beside another. */
export const versions: Experiment = {
  name: 'versions',
  goal: 2 * ORDER.length,
  shows: 'parts replaced by an older version and back while people buy: no answer is a failure, all is paid and emailed',
  lacks: 'facts count as published without the broker',
  patch: {
    service: 'svc-booking',
    file: 'packages/service-kit/src/messages/internal/relay.ts',
    code: 'const { published, unroutable } = await this.publish(this.open, rows);',
    into: 'const { published, unroutable } = { published: rows, unroutable: 0 };',
  },
  run: async (proof) => {
    const before = await buildOlderVersion(await findOlderVersion(proof.options.beside));
    proof.say(`this version beside ${before.name} (${before.commit.slice(0, 12)})`);
    proof.beginAnew();
    await Site.with(proof, { twice: PARTS }, async (site) => {
      await site.change();
      const crowd = new Crowd(site, proof);
      crowd.start();
      await replaceAll(proof, site, before.folder);
      const enough = crowd.paid.length + BOUGHT_MIXED;
      const isEnough = () => crowd.paid.length >= enough || proof.options.stop.aborted;
      await until('things were bought while both versions ran', isEnough, true, WITHIN);
      await replaceAll(proof, site);
      await crowd.stop();
      for (const failure of new Set(crowd.failures)) proof.violation(`an answer was ${failure}`);
      await site.look(() => crowd.broken());
    });
  },
};
