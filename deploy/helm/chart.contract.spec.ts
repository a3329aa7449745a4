import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { findHelm } from '@concert/test-kit/tools';
import { run } from '@concert/machine-kit/processes';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parseAllDocuments } from 'yaml';
import { PARTS, read, SERVICES, settingFaults, settingsOf } from '../deploy-files.harness.ts';

interface Kubernetes {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: unknown;
}
interface Pod {
  readonly automountServiceAccountToken: boolean;
  readonly securityContext: { readonly runAsNonRoot: boolean };
  readonly containers: readonly [Container];
  readonly volumes: readonly { readonly name: string; readonly secret?: { readonly secretName: string } }[];
}
interface Templated {
  readonly template: { readonly spec: Pod };
}
interface Container {
  readonly image: string;
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly securityContext: object;
  readonly resources: { readonly limits: { readonly memory?: string } };
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly startupProbe?: Probe;
  readonly command?: readonly string[];
}
interface Probe {
  readonly httpGet: { readonly path: string; readonly scheme: string };
}
interface Policy {
  readonly podSelector: { readonly matchLabels: Readonly<Record<string, string>> };
  readonly ingress?: readonly { readonly from?: readonly Peer[] }[];
  readonly egress?: readonly { readonly to?: readonly Peer[]; readonly ports: readonly { readonly port: number }[] }[];
}
interface Peer {
  readonly podSelector?: { readonly matchLabels: Readonly<Record<string, string>> };
  readonly namespaceSelector?: object;
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
}

const chart = path.join(import.meta.dirname, 'concert');
const MANAGED = ['-f', path.join(chart, 'values-managed.yaml')];
const set = (...values: string[]) => values.flatMap((value) => ['--set', value]);
/** What the chart asks for. */
const ASKED = {
  origin: set('publicOrigin=https://concert.example'),
  images: set('image.repository=registry.example/concert'),
  proxies: set('parts.gateway.settings.TRUSTED_PROXIES=10.0.0.0/8'),
  certificate: set('ingress.tlsSecret=concert-tls'),
  mongodb: set('mongodb.to[0].ipBlock.cidr=10.20.0.0/24'),
  rabbitmq: set('rabbitmq.to[0].ipBlock.cidr=10.30.0.0/24'),
  disks: set('encryptedAtRest=true'),
};
/** All that the chart asks for but one value. */
const butFor = (left?: keyof typeof ASKED) => Object.entries(ASKED).flatMap(([name, args]) => (name === left ? [] : args));
const PART = 'app.kubernetes.io/name';
/** The arrows of the architecture between processes: who sends requests to whom. */
const SENDS: Readonly<Record<string, readonly string[]>> = {
  gateway: PARTS.filter((part) => part !== 'gateway'),
  'svc-auth': ['svc-booking'],
  'svc-booking': ['svc-auth', 'svc-notify', 'svc-payment'],
  'svc-notify': ['svc-auth', 'svc-booking', 'svc-payment'],
  'svc-payment': ['svc-auth', 'svc-booking'],
};
const ARROWS = Object.entries(SENDS).flatMap(([from, all]) => all.map((to) => `${from} > ${to}`));

/** Whose kinds Kubernetes does not know. */
const OPERATOR = 'monitoring.coreos.com/v1';

let helm: string;
let objects: Kubernetes[];

async function template(args: readonly string[] = MANAGED): Promise<Kubernetes[]> {
  const { code, output, stdout } = await run(helm, ['template', 'concert', chart, '--kube-version', '1.33.0', ...args], {
    withinMs: 60_000,
  });
  if (code !== 0) throw new Error(output);
  return parseAllDocuments(stdout)
    .map((document) => document.toJS() as Kubernetes | null)
    .filter((found): found is Kubernetes => found !== null && 'kind' in found);
}

const ofKind = <T = never>(kind: string) =>
  objects.filter((object) => object.kind === kind).map(({ metadata, spec }) => ({ ...metadata, spec: spec as T }));
const podOf = (spec: Templated) => spec.template.spec;
const partsOf = (kind: string) =>
  ofKind(kind)
    .map(({ labels }) => labels[PART]!)
    .sort();

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema(JSON.parse(read('deploy/helm/kubernetes-1.33.schema.json')) as object, 'kubernetes');
const checks = new Map<string, ValidateFunction>();

/** Checks one object against the schema of its kind; Kubernetes has none of the operator's kinds. @returns what is wrong with it */
function faults(object: Kubernetes): string[] {
  if (object.apiVersion === OPERATOR) return [];
  const group = object.apiVersion.includes('/') ? (object.apiVersion.split('/')[0] ?? '').replace(/[.].*/, '') : 'core';
  const ref = `kubernetes#/$defs/io.k8s.api.${group}.${object.apiVersion.split('/').at(-1)}.${object.kind}`;
  const check = checks.get(object.kind) ?? ajv.compile({ $ref: ref });
  checks.set(object.kind, check);
  check(object);
  return (check.errors ?? []).map(
    ({ instancePath, message, params }) => `${object.kind} ${object.metadata.name} ${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

beforeAll(async () => {
  helm = await findHelm();
  objects = await template();
}, 120_000);

describe('the Helm chart', () => {
  it('passes helm lint, with every value it asks for and with as little as possible', async () => {
    for (const args of [MANAGED, butFor()]) {
      const { code, output } = await run(helm, ['lint', '--strict', chart, ...args], { withinMs: 60_000 });
      expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('0 chart(s) failed') });
    }
    expect((await template(butFor())).flatMap(faults)).toEqual([]);
  }, 60_000);

  it.each([
    ['says what is missing', 'images', [], 'image.repository is missing'],
    ['says what is missing', 'origin', [], 'publicOrigin is missing'],
    ['makes no ingress behind which all visitors would count as one', 'proxies', [], 'parts.gateway.settings.TRUSTED_PROXIES is missing'],
    ['B9-536 makes no ingress without TLS', 'certificate', [], 'ingress.tlsSecret is missing'],
    ['B9-536 makes no ingress without TLS', 'origin', set('publicOrigin=http://concert.example'), 'publicOrigin begins with http'],
    ['B9-536 encrypts between the parts', undefined, set('tls.enabled=false'), 'settings.ALLOW_PLAINTEXT has to be'],
    ['B9-536 lets nothing out but to named peers', 'mongodb', [], 'mongodb.to is missing'],
    ['B9-536 lets nothing out but to named peers', 'rabbitmq', [], 'rabbitmq.to is missing'],
    ['B9-536 lets nothing out but to named peers', undefined, ['--set-json', 'dns.to=[]'], 'dns.to is missing'],
    ['B9-536 lets nothing out but to named peers', undefined, ['--set-json', 'providers.to=[]'], 'providers.to is missing'],
    ['B9-536 lets nothing out but to named peers', undefined, set('tracing.endpoint=https://c:4318'), 'tracing.to is missing'],
    ['B9-548 makes nothing until somebody has said that the disks are encrypted', 'disks', [], 'encryptedAtRest is not true'],
    [
      'B9-548 makes nothing until somebody has said that the disks are encrypted',
      'disks',
      set('encryptedAtRest=perhaps'),
      'encryptedAtRest is not true',
    ],
  ] as const)('%s: without %s, with %j it refuses, for %s', async (_, left, more, said) => {
    await expect(template([...butFor(left), ...more])).rejects.toThrow(said);
  });

  it('needs no proxy named for the gateway where there is no ingress, or all parts trust one', async () => {
    for (const values of ['ingress.enabled=false', 'settings.TRUSTED_PROXIES=10.0.0.0/8'])
      expect(await template([...butFor('proxies'), ...set(values)])).not.toHaveLength(0);
  }, 60_000);

  it('B9-536 lets parts speak plain text only when told that something else encrypts', async () => {
    const plain = await template([...butFor(), ...set('tls.enabled=false'), '--set-string', 'settings.ALLOW_PLAINTEXT=true']);
    expect(plain.flatMap(faults)).toEqual([]);
    expect(/TLS_CERT_FILE|HTTPS|"name":"tls"|"appProtocol":"https"/.exec(JSON.stringify(plain))).toBeNull();
  }, 60_000);

  it('B9-636 runs a part by the digest of its image, and is labelled with its version alone', async () => {
    const digest = `sha256:${'d'.repeat(64)}`;
    const made = await template([...MANAGED, ...set(`parts.svc-booking.tag=1.2.0@${digest}`)]);
    const named = made.filter(({ kind, metadata }) => ['Deployment', 'Job'].includes(kind) && metadata.name.includes('svc-booking'));
    expect(named.map(({ spec }) => podOf(spec as Templated).containers[0].image)).toEqual(
      Array.from({ length: 2 }, () => `registry.example/concert/svc-booking:1.2.0@${digest}`),
    );
    for (const { metadata } of named) expect(metadata.labels['app.kubernetes.io/version']).toBe('1.2.0');
  }, 60_000);

  it('B9-536 encrypts between the parts: each has a certificate of its own, is asked by https and reads its metrics out by https', () => {
    for (const { labels, name, spec } of ofKind<Templated>('Deployment')) {
      const { containers, volumes } = podOf(spec);
      const [{ env, livenessProbe, readinessProbe, startupProbe }] = containers;
      const of = (wanted: string) => env.find((one) => one.name === wanted)?.value;
      expect([of('TLS_CERT_FILE'), of('TLS_KEY_FILE'), of('TLS_CA_FILE')]).toEqual([
        '/tls/tls.crt',
        '/tls/tls.key',
        labels[PART]!.startsWith('svc-') || labels[PART] === 'gateway' ? '/tls/ca.crt' : undefined,
      ]);
      expect(volumes.find((volume) => volume.name === 'tls')?.secret?.secretName).toBe(`${name}-tls`);
      for (const probe of [livenessProbe, readinessProbe, startupProbe]) expect(probe?.httpGet.scheme).toBe('HTTPS');
      expect(env.filter(({ value }) => value.includes('http://'))).toEqual([]);
    }
    expect(new Set(ofKind<{ ports: { appProtocol?: string }[] }>('Service').map(({ spec }) => spec.ports[0]?.appProtocol))).toEqual(
      new Set(['https']),
    );
  });

  it('B9-545 has metrics read over TLS from who shows the certificate of its part', () => {
    const monitors = ofKind<unknown>('ServiceMonitor');
    const services = ofKind<unknown>('Service').map(({ name }) => name);
    expect(services.length).toBeGreaterThan(8);
    expect(monitors.map(({ name }) => name)).toEqual(services);
    for (const { name, labels, spec } of monitors)
      expect(spec).toEqual({
        jobLabel: 'app.kubernetes.io/part-of',
        selector: { matchLabels: { [PART]: labels[PART], 'app.kubernetes.io/instance': 'concert' } },
        endpoints: [
          {
            ...{ port: 'metrics', path: '/metrics', interval: '15s', honorLabels: true, scheme: 'https' },
            tlsConfig: { serverName: name, ca: { secret: { name: `${name}-tls`, key: 'ca.crt' } } },
          },
        ],
      });
  });

  it('B8-519 gives the names of services the addresses of their copies, and other names one address', () => {
    const headless = ofKind<{ clusterIP?: string }>('Service').filter(({ spec }) => spec.clusterIP === 'None');
    expect(headless.map(({ name }) => name.replace(/^.*-svc-/, 'svc-')).sort()).toEqual(SERVICES);
  });

  it('B9-536 lets nothing out but to named peers, and providers are public addresses', () => {
    const rules = ofKind<Policy>('NetworkPolicy').flatMap(({ spec }) => spec.egress ?? []);
    expect(rules.filter(({ to }) => !to?.length)).toEqual([]);
    const blocks = rules
      .filter(({ ports }) => ports.some(({ port }) => port === 443))
      .flatMap(({ to }) => (to ?? []).map(({ ipBlock }) => ipBlock));
    for (const inner of ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'])
      expect(blocks.filter((block) => block?.cidr === '0.0.0.0/0' && !block.except?.includes(inner))).toEqual([]);
    expect(blocks.filter((block) => block?.cidr === '::/0' && !block.except?.includes('fc00::/7'))).toEqual([]);
    expect(blocks.map((block) => block?.cidr)).toEqual(expect.arrayContaining(['0.0.0.0/0', '::/0']));
  });

  it('makes only objects that Kubernetes takes', () => {
    expect(new Set(objects.map(({ kind }) => kind))).toEqual(
      new Set([
        'Deployment',
        'Service',
        'ServiceAccount',
        'ConfigMap',
        'Job',
        'PodDisruptionBudget',
        'HorizontalPodAutoscaler',
        'NetworkPolicy',
        'Ingress',
        'ServiceMonitor',
        'PrometheusRule',
      ]),
    );
    expect(objects.flatMap(faults)).toEqual([]);
  });

  it('B8-511 runs each part by its own image, safely, with probes, limits and a disruption budget', () => {
    const deployments = ofKind<Templated>('Deployment');
    expect(partsOf('Deployment')).toEqual(PARTS);
    for (const { labels, spec } of deployments) {
      const pod = podOf(spec);
      const [container] = pod.containers;
      expect(container.image).toBe(`registry.example/concert/${labels[PART]}:1.1.0`);
      expect([pod.automountServiceAccountToken, pod.securityContext.runAsNonRoot]).toEqual([false, true]);
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.resources.limits.memory).toBeDefined();
      expect([container.livenessProbe?.httpGet.path, container.readinessProbe?.httpGet.path]).toEqual(['/health/live', '/health/ready']);
    }
    expect(partsOf('PodDisruptionBudget')).toEqual(PARTS);
    expect(partsOf('HorizontalPodAutoscaler')).toEqual(['gateway', ...SERVICES]);
  });

  it('migrates each database before a new version starts', () => {
    const jobs = ofKind<Templated>('Job');
    expect(jobs.map(({ spec }) => podOf(spec).containers[0].command?.join(' ')).sort()).toEqual(
      SERVICES.map((service) => `node ${service}/dist/commands/migrate.js`),
    );
    for (const { annotations } of jobs) expect(annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
  });

  it('B9-627 gives the account that changes a database to its migration alone', async () => {
    const secretsOf = (pod: Pod) => pod.volumes.flatMap(({ secret }) => (secret ? [secret.secretName] : []));
    for (const { labels, spec } of ofKind<Templated>('Job')) {
      const part = labels[PART]!.replace('-migrate', '');
      expect(secretsOf(podOf(spec))).toEqual([`concert-${part}-migration`]);
      const given = podOf(spec).containers[0].env.map(({ name }) => name);
      const { all } = await settingsOf(part);
      expect(given.filter((name) => !all.includes(name))).toEqual(['MONGO_MIGRATION_URL_FILE']);
    }
    const withAuthority = await template([...MANAGED, '--set', 'parts.svc-auth.secretFiles.MONGO_TLS_CA=mongo-ca.crt']);
    const envOf = withAuthority
      .filter(({ kind, metadata }) => kind === 'Job' && metadata.name === 'concert-svc-auth-migrate')
      .flatMap(({ spec }) => podOf(spec as Templated).containers[0].env);
    expect(envOf).toContainEqual({ name: 'MONGO_TLS_CA_FILE', value: '/secrets/mongo-ca.crt' });
    const ofServices = ofKind<Templated>('Deployment').flatMap(({ spec }) => secretsOf(podOf(spec)));
    expect(ofServices.length).toBeGreaterThan(4);
    expect(ofServices.filter((name) => name.includes('migration'))).toEqual([]);
  }, 60_000);

  it('gives each process every setting it demands, none it does not know, and secrets only as files', async () => {
    const faults = ofKind<Templated>('Deployment').map(({ labels, spec }) =>
      settingFaults(
        labels[PART]!,
        podOf(spec).containers[0].env.map(({ name }) => name),
      ),
    );
    expect((await Promise.all(faults)).flat()).toEqual([]);
  });

  it('B8-511 lets only the arrows of the architecture through', () => {
    const policies = ofKind<Policy>('NetworkPolicy');
    const partOf = ({ podSelector, namespaceSelector }: Peer) => (namespaceSelector ? undefined : podSelector?.matchLabels[PART]);
    const arrows = (way: (policy: Policy, own: string) => readonly string[]) =>
      policies.flatMap(({ spec }) => way(spec, spec.podSelector.matchLabels[PART] ?? '')).sort();
    const named = (peers: readonly Peer[] = []) => peers.flatMap((peer) => partOf(peer) ?? []);
    expect(arrows(({ egress = [] }, own) => egress.flatMap(({ to }) => named(to).map((other) => `${own} > ${other}`)))).toEqual(ARROWS);
    expect(arrows(({ ingress = [] }, own) => ingress.flatMap(({ from }) => named(from).map((other) => `${other} > ${own}`)))).toEqual(
      ARROWS,
    );
    // One policy refuses everything to every pod; the others are the exceptions.
    const all = policies.find(({ name }) => name === 'concert-nothing-else')!;
    expect(all.spec).toMatchObject({ policyTypes: ['Ingress', 'Egress'], egress: [{ ports: [{ port: 53 }, { port: 53 }] }] });
    expect(all.spec.ingress).toBeUndefined();
    // The internet is for those who speak to a provider, the servers for services.
    const reaching = (port: number) =>
      policies
        .filter(({ spec }) => spec.egress?.some(({ ports }) => ports.some((one) => one.port === port)))
        .map(({ spec }) => spec.podSelector.matchLabels[PART])
        .sort();
    expect(reaching(443)).toEqual(['svc-auth', 'svc-notify', 'svc-payment']);
    expect(reaching(5_671)).toEqual(SERVICES);
    expect(reaching(27_017)).toEqual(SERVICES.flatMap((service) => [service, `${service}-migrate`]));
  });

  it('agrees with the addresses that processes are given', () => {
    const calls = ofKind<Templated>('Deployment').flatMap(({ labels, spec }) =>
      podOf(spec)
        .containers[0].env.filter(({ value }) => value.startsWith('https://concert-svc-'))
        .map(({ value }) => `${labels[PART]} > ${new URL(value).hostname.replace('concert-', '')}`),
    );
    expect(calls.sort()).toEqual(ARROWS.filter((arrow) => arrow.includes('> svc-')));
  });

  it('brings the alerts and dashboards of the product', () => {
    const [rule] = ofKind<{ groups: { rules: unknown[] }[] }>('PrometheusRule');
    expect(rule!.spec.groups.flatMap(({ rules }) => rules).length).toBeGreaterThan(10);
    const boards = objects.find(({ kind }) => kind === 'ConfigMap') as unknown as { data: Record<string, string> };
    expect(Object.keys(boards.data).length).toBeGreaterThan(3);
    for (const board of Object.values(boards.data)) expect(JSON.parse(board)).toHaveProperty('panels');
  });
});
