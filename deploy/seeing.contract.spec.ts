import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Metrics } from '@concert/service-kit/process/metrics';
import { run } from '@concert/machine-kit/processes';
import { findPromtool } from '@concert/test-kit/tools';
import { parse, stringify } from 'yaml';
import { read, ROOT } from './deploy-files.harness.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly runbook: string };
}
const { groups } = parse(read('deploy/prometheus/concert-alerts.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

interface Dashboard {
  readonly uid: string;
  readonly panels: readonly { readonly id: number; readonly targets: readonly { readonly expr: string }[] }[];
}
const dashboards = globSync('deploy/grafana/*.json', { cwd: ROOT }).map((file) => ({ file, board: JSON.parse(read(file)) as Dashboard }));
const expressions = dashboards.flatMap(({ board }) => board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)));

/** What promtool says of files of `deploy/prometheus`, and with which code. */
async function promtool(...args: string[]): Promise<{ code: number | null; output: string }> {
  const { code, output } = await run(await findPromtool(), args, { cwd: path.join(ROOT, 'deploy/prometheus'), withinMs: 60_000 });
  return { code, output };
}

/** Names of series that the processes export: the kit's own and Node's from its registry, features' as they declare them. */
async function exported(): Promise<Set<string>> {
  const names = new Set<string>();
  const add = (name: string, kind: string) => {
    names.add(name);
    if (kind === 'histogram') for (const suffix of ['bucket', 'sum', 'count']) names.add(`${name}_${suffix}`);
  };
  for (const metric of await new Metrics('svc-probe').registry.getMetricsAsJSON()) add(metric.name, metric.type as unknown as string);
  for (const file of globSync(
    ['svc-*/src/**/*.ts', 'gateway/src/**/*.ts', 'packages/service-kit/src/**/*.ts', 'dev/commands/ops/*.ts', 'deploy/*.ts'],
    {
      cwd: ROOT,
    },
  )) {
    if (file.includes('.spec.')) continue;
    const text = read(file);
    for (const [, kind = '', name = ''] of text.matchAll(/metrics\.(counter|gauge|watch(?:One|Age)?|seconds)\(\s*'([a-z0-9_]+)'/g))
      add(name, kind === 'seconds' ? 'histogram' : kind);
    for (const [, kind = '', name = ''] of text.matchAll(/new (Counter|Gauge|Histogram)\(\{\s*name: '([a-z0-9_]+)'/g))
      add(name, kind.toLowerCase());
  }
  return names;
}

/** Names of series in an expression: what stands before a selector, a range, or nothing, and is no function or label. */
function seriesIn(expr: string): string[] {
  const bare = expr
    .replaceAll(/"[^"]*"/g, '""')
    .replaceAll(/\{[^}]*\}/g, '{}')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\b(by|ignoring|on|without)\s*\([^)]*\)/g, '');
  return [...bare.matchAll(/[a-zA-Z_:][a-zA-Z0-9_:]*(?!\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !/^(and|or|unless|by|vector)$/.test(name) && name.includes('_') && !new RegExp(`${name}[a-z_]*\\s*\\(`).test(bare));
}

/** Series that Prometheus itself makes. */
const OF_PROMETHEUS = new Set(['up', 'ALERTS']);
/** Series of Node that appear only once something was measured. */
const LATER = new Set(['nodejs_gc_duration_seconds_sum']);

describe('alert rules', () => {
  it('B4-538 B4-539 are valid, and each is quiet as long as it should be and fires when it should; the beat stops while mails are refused', async () => {
    expect(await promtool('test', 'rules', 'concert-alerts.test.yml', 'watchdog.test.yml')).toEqual({
      code: 0,
      output: expect.stringContaining('SUCCESS'),
    });
  }, 700_000);

  it('B4-590 are loaded, with the beat of Watchdog, by the Prometheus of the containers', async () => {
    const { code, output } = await promtool('check', 'config', 'prometheus.yml');
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(`SUCCESS: ${rules.length} rules found`) });
    expect(output).toContain('SUCCESS: 1 rules found');
  }, 700_000);

  it('B4-534 are fifteen at most, each of a name of its own, because each wakes somebody', () => {
    expect(rules.length).toBeLessThanOrEqual(15);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  it('B8-507 B9-537 B9-600 each have a test that sees them fire', () => {
    const tests = read('deploy/prometheus/concert-alerts.test.yml');
    expect(rules.filter(({ alert }) => !tests.includes(`alertname="${alert}"`)).map(({ alert }) => alert)).toEqual([]);
  });

  it('B8-507 each lead to a runbook of their own, and no runbook is left over', () => {
    for (const { alert, annotations } of rules) expect(read(annotations.runbook).split('\n')[0]).toBe(`# ${alert}`);
    const named = rules.map(({ annotations }) => annotations.runbook).sort();
    const pages = globSync('docs/runbooks/*.md', { cwd: ROOT });
    expect(pages.filter((file) => !file.endsWith('README.md')).sort()).toEqual(named);
    const index = read('docs/runbooks/README.md');
    expect(rules.filter(({ alert }) => !index.includes(`[${alert}]`)).map(({ alert }) => alert)).toEqual([]);
  });
});

describe('dashboards and alerts', () => {
  it('B8-507 name only metrics that the processes export', async () => {
    const names = await exported();
    const asked = [...rules.map(({ expr }) => expr), ...expressions];
    const unknown = asked.flatMap(seriesIn).filter((name) => !names.has(name) && !OF_PROMETHEUS.has(name) && !LATER.has(name));
    expect(asked.flatMap(seriesIn).length).toBeGreaterThan(60);
    expect([...new Set(unknown)]).toEqual([]);
  });

  it("are written in Prometheus' own language", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'concert-expressions-'));
    try {
      const file = path.join(folder, 'expressions.yml');
      writeFileSync(
        file,
        stringify({ groups: [{ name: 'dashboards', rules: expressions.map((expr, index) => ({ record: `panel:${index}`, expr })) }] }),
      );
      expect(await promtool('check', 'rules', file)).toEqual({
        code: 0,
        output: expect.stringContaining(`${expressions.length} rules found`),
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 700_000);

  it('have names, numbers and titles of their own', () => {
    expect(dashboards.length).toBeGreaterThan(3);
    for (const { file, board } of dashboards) {
      expect(path.basename(file)).toBe(`${board.uid}.json`);
      expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length);
      for (const panel of board.panels) expect(panel.targets.length).toBeGreaterThan(0);
    }
  });
});
