import { build } from '@concert/machine-kit/build';
import { reportAndExit } from '../system/report-and-exit.ts';

/** `npm run build [room …]`: brings built output up to date. */
async function main(names: readonly string[]): Promise<void> {
  const started = Date.now();
  const { compiled, bundled } = await build(names.length > 0 ? names : undefined);
  const bundles = bundled.length > 0 ? `, bundled ${bundled.join(', ')}` : '';
  console.log(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s: ${compiled} files compiled${bundles}.`);
}

await main(process.argv.slice(2)).catch(reportAndExit);
