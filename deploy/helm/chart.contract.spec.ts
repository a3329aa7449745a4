import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { findHelm } from '@concert/test-kit/helm';
import { run } from '@concert/machine-kit/processes';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parseAllDocuments } from 'yaml';
import { settingNamed, settingsOf } from '../settings-of.ts';

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
const PROXIES = set('parts.gateway.settings.TRUSTED_PROXIES=10.0.0.0/8');
const ORIGIN = set('publicOrigin=https://concert.example');
const IMAGES = set('image.repository=registry.example/concert');
const CERTIFICATE = set('ingress.tlsSecret=concert-tls');
const SERVERS = set('mongodb.to[0].ipBlock.cidr=10.20.0.0/24', 'rabbitmq.to[0].ipBlock.cidr=10.30.0.0/24');
const DISKS = set('encryptedAtRest=true');
const PART = 'app.kubernetes.io/name';
/** The arrows of the architecture between processes: who sends requests to whom. */
const ARROWS = [
  'gateway > mfe-admin',
  'gateway > mfe-booking',
  'gateway > mfe-public',
  'gateway > shell',
  'gateway > svc-auth',
  'gateway > svc-booking',
  'gateway > svc-notify',
  'gateway > svc-payment',
  'svc-auth > svc-booking',
  'svc-booking > svc-auth',
  'svc-booking > svc-notify',
  'svc-booking > svc-payment',
  'svc-notify > svc-auth',
  'svc-notify > svc-booking',
  'svc-notify > svc-payment',
  'svc-payment > svc-auth',
  'svc-payment > svc-booking',
];
const SERVICES = ['svc-auth', 'svc-booking', 'svc-notify', 'svc-payment'];
const PARTS = ['gateway', 'mfe-admin', 'mfe-booking', 'mfe-public', 'shell', ...SERVICES].sort();

const TEXT = { type: 'string' };
const ANYTHING = { type: 'object' };
/** An object of these fields and no others; those named are required. */
const closed = (properties: object, ...required: string[]) => ({ type: 'object', additionalProperties: false, required, properties });
const listOf = (items: object) => ({ type: 'array', minItems: 1, items });

/** What the operator's own kinds may hold; Kubernetes does not know them. */
const tlsConfig = closed({ serverName: TEXT, ca: closed({ secret: ANYTHING }, 'secret') }, 'serverName', 'ca');
const endpoint = {
  port: TEXT,
  path: TEXT,
  interval: TEXT,
  honorLabels: { type: 'boolean' },
  scheme: { enum: ['http', 'https'] },
  tlsConfig,
};
const rule = { alert: TEXT, expr: TEXT, for: TEXT, labels: ANYTHING, annotations: ANYTHING };
const group = closed({ name: TEXT, rules: listOf(closed(rule, 'alert', 'expr')) }, 'name', 'rules');
const OPERATOR_KINDS: Readonly<Record<string, object>> = {
  ServiceMonitor: closed(
    { jobLabel: TEXT, selector: closed({ matchLabels: ANYTHING }, 'matchLabels'), endpoints: listOf(closed(endpoint, 'port', 'path')) },
    'jobLabel',
    'selector',
    'endpoints',
  ),
  PrometheusRule: closed({ groups: listOf(group) }, 'groups'),
};

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
const podOf = (spec: { template: { spec: Pod } }) => spec.template.spec;

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema(JSON.parse(readFileSync(path.join(import.meta.dirname, 'kubernetes-1.33.schema.json'), 'utf8')) as object, 'kubernetes');
const checks = new Map<string, ValidateFunction>();

/** Checks one object against the schema of its kind. @returns what is wrong with it */
function faults(object: Kubernetes): string[] {
  const own = OPERATOR_KINDS[object.kind];
  const group = object.apiVersion.includes('/') ? (object.apiVersion.split('/')[0] ?? '').replace(/[.].*/, '') : 'core';
  const ref = `kubernetes#/$defs/io.k8s.api.${group}.${object.apiVersion.split('/').at(-1)}.${object.kind}`;
  const check = checks.get(object.kind) ?? ajv.compile(own ? { type: 'object', properties: { spec: own } } : { $ref: ref });
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
    const few = [...ORIGIN, ...IMAGES, ...PROXIES, ...CERTIFICATE, ...SERVERS, ...DISKS];
    for (const args of [MANAGED, few]) {
      const { code, output } = await run(helm, ['lint', '--strict', chart, ...args], { withinMs: 60_000 });
      expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('0 chart(s) failed') });
    }
    expect((await template(few)).flatMap(faults)).toEqual([]);
  }, 60_000);

  it('says what is missing', async () => {
    const rest = [...PROXIES, ...CERTIFICATE, ...SERVERS, ...DISKS];
    await expect(template([...ORIGIN, ...rest])).rejects.toThrow('image.repository is missing');
    await expect(template([...IMAGES, ...rest])).rejects.toThrow('publicOrigin is missing');
  }, 60_000);

  it('makes no ingress behind which all visitors would count as one', async () => {
    const rest = [...ORIGIN, ...IMAGES, ...CERTIFICATE, ...SERVERS, ...DISKS];
    await expect(template(rest)).rejects.toThrow('parts.gateway.settings.TRUSTED_PROXIES is missing');
    await expect(template([...rest, ...set('ingress.enabled=false')])).resolves.not.toHaveLength(0);
    await expect(template([...rest, ...set('settings.TRUSTED_PROXIES=10.0.0.0/8')])).resolves.not.toHaveLength(0);
  }, 60_000);

  it('B9-536 makes no ingress without TLS, and lets parts speak plain text only when told that something else encrypts', async () => {
    const rest = [...IMAGES, ...PROXIES, ...SERVERS, ...DISKS];
    await expect(template([...rest, ...ORIGIN])).rejects.toThrow('ingress.tlsSecret is missing');
    await expect(template([...rest, ...CERTIFICATE, ...set('publicOrigin=http://concert.example')])).rejects.toThrow(
      'publicOrigin begins with http',
    );
    const meshed = [...rest, ...CERTIFICATE, ...ORIGIN, ...set('tls.enabled=false')];
    await expect(template(meshed)).rejects.toThrow('settings.ALLOW_PLAINTEXT has to be');
    const plain = await template([...meshed, '--set-string', 'settings.ALLOW_PLAINTEXT=true']);
    expect(plain.flatMap(faults)).toEqual([]);
    expect(/TLS_CERT_FILE|HTTPS|"name":"tls"|"appProtocol":"https"/.exec(JSON.stringify(plain))).toBeNull();
  }, 60_000);

  it('B9-548 makes nothing until somebody has said that the disks are encrypted', async () => {
    const rest = [...ORIGIN, ...IMAGES, ...PROXIES, ...CERTIFICATE, ...SERVERS];
    for (const said of [[], set('encryptedAtRest=false'), set('encryptedAtRest=perhaps')])
      await expect(template([...rest, ...said])).rejects.toThrow('encryptedAtRest is not true');
    await expect(template([...rest, ...DISKS])).resolves.not.toHaveLength(0);
  }, 60_000);

  it('B9-636 runs a part by the digest of its image, and is labelled with its version alone', async () => {
    const digest = `sha256:${'d'.repeat(64)}`;
    const made = await template([...MANAGED, ...set(`parts.svc-booking.tag=1.2.0@${digest}`)]);
    const named = made.filter(({ kind, metadata }) => ['Deployment', 'Job'].includes(kind) && metadata.name.includes('svc-booking'));
    expect(named.map(({ spec }) => podOf(spec as { template: { spec: Pod } }).containers[0].image)).toEqual(
      Array.from({ length: 2 }, () => `registry.example/concert/svc-booking:1.2.0@${digest}`),
    );
    for (const { metadata } of named) expect(metadata.labels['app.kubernetes.io/version']).toBe('1.2.0');
  }, 60_000);

  it('B9-536 encrypts between the parts: each has a certificate of its own, is asked by https and reads its metrics out by https', () => {
    for (const { labels, name, spec } of ofKind<{ template: { spec: Pod } }>('Deployment')) {
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
    const monitors = ofKind<{ selector: { matchLabels: Record<string, string> }; endpoints: { scheme?: string; tlsConfig?: object }[] }>(
      'ServiceMonitor',
    );
    const services = ofKind<unknown>('Service').map(({ name }) => name);
    expect(services.length).toBeGreaterThan(8);
    expect(monitors.map(({ name }) => name)).toEqual(services);
    for (const { name, spec } of monitors) {
      expect(name.endsWith(`-${spec.selector.matchLabels[PART]}`)).toBe(true);
      expect(spec.endpoints).toMatchObject([
        { scheme: 'https', tlsConfig: { serverName: name, ca: { secret: { name: `${name}-tls`, key: 'ca.crt' } } } },
      ]);
    }
  });

  it('B8-519 gives the names of services the addresses of their copies, and other names one address', () => {
    const headless = ofKind<{ clusterIP?: string }>('Service').filter(({ spec }) => spec.clusterIP === 'None');
    expect(headless.map(({ name }) => name.replace(/^.*-svc-/, 'svc-')).sort()).toEqual([
      'svc-auth',
      'svc-booking',
      'svc-notify',
      'svc-payment',
    ]);
  });

  it('B9-536 lets nothing out but to named peers, and providers are public addresses', async () => {
    const rest = [...ORIGIN, ...IMAGES, ...PROXIES, ...CERTIFICATE, ...DISKS];
    const mongodb = set('mongodb.to[0].ipBlock.cidr=10.20.0.0/24');
    const rabbitmq = set('rabbitmq.to[0].ipBlock.cidr=10.30.0.0/24');
    await expect(template([...rest, ...rabbitmq])).rejects.toThrow('mongodb.to is missing');
    await expect(template([...rest, ...mongodb])).rejects.toThrow('rabbitmq.to is missing');
    for (const peers of ['dns', 'providers'])
      await expect(template([...rest, ...mongodb, ...rabbitmq, '--set-json', `${peers}.to=[]`])).rejects.toThrow(`${peers}.to is missing`);
    await expect(template([...rest, ...mongodb, ...rabbitmq, ...set('tracing.endpoint=https://c:4318')])).rejects.toThrow(
      'tracing.to is missing',
    );
    const rules = ofKind<Policy>('NetworkPolicy').flatMap(({ spec }) => spec.egress ?? []);
    expect(rules.filter(({ to }) => !to?.length)).toEqual([]);
    const blocks = rules
      .filter(({ ports }) => ports.some(({ port }) => port === 443))
      .flatMap(({ to }) => (to ?? []).map(({ ipBlock }) => ipBlock));
    for (const inner of ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'])
      expect(blocks.filter((block) => block?.cidr === '0.0.0.0/0' && !block.except?.includes(inner))).toEqual([]);
    expect(blocks.filter((block) => block?.cidr === '::/0' && !block.except?.includes('fc00::/7'))).toEqual([]);
    expect(blocks.map((block) => block?.cidr)).toEqual(expect.arrayContaining(['0.0.0.0/0', '::/0']));
  }, 60_000);

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

  it('is checked by a schema that refuses what is wrong', () => {
    const [deployment] = objects.filter(({ kind }) => kind === 'Deployment');
    expect(faults({ ...deployment!, spec: { ...(deployment!.spec as object), replicass: 3 } })).toEqual([
      expect.stringContaining('must NOT have additional properties'),
    ]);
    expect(faults({ ...deployment!, spec: { ...(deployment!.spec as object), replicas: 'three' } })).toEqual([
      expect.stringContaining('must be integer'),
    ]);
  });

  it('B8-511 runs each part by its own image, safely, with probes, limits and a disruption budget', () => {
    const deployments = ofKind<{ template: { spec: Pod } }>('Deployment');
    expect(deployments.map(({ labels }) => labels[PART]).sort()).toEqual(PARTS);
    for (const { labels, spec } of deployments) {
      const pod = podOf(spec);
      const [container] = pod.containers;
      expect(container.image).toBe(`registry.example/concert/${labels[PART]}:1.0.0`);
      expect([pod.automountServiceAccountToken, pod.securityContext.runAsNonRoot]).toEqual([false, true]);
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.resources.limits.memory).toBeDefined();
      expect([container.livenessProbe?.httpGet.path, container.readinessProbe?.httpGet.path]).toEqual(['/health/live', '/health/ready']);
    }
    expect(
      ofKind('PodDisruptionBudget')
        .map(({ labels }) => labels[PART])
        .sort(),
    ).toEqual(PARTS);
    expect(
      ofKind('HorizontalPodAutoscaler')
        .map(({ labels }) => labels[PART])
        .sort(),
    ).toEqual(['gateway', ...SERVICES]);
  });

  it('migrates each database before a new version starts', () => {
    const jobs = ofKind<{ template: { spec: Pod } }>('Job');
    expect(jobs.map(({ spec }) => podOf(spec).containers[0].command?.join(' ')).sort()).toEqual(
      SERVICES.map((service) => `node ${service}/dist/commands/migrate.js`),
    );
    for (const { annotations } of jobs) expect(annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
  });

  it('B9-627 gives the account that changes a database to its migration alone', async () => {
    const secretsOf = (pod: Pod) => pod.volumes.flatMap(({ secret }) => (secret ? [secret.secretName] : []));
    for (const { labels, spec } of ofKind<{ template: { spec: Pod } }>('Job')) {
      const part = labels[PART]!.replace('-migrate', '');
      expect(secretsOf(podOf(spec))).toEqual([`concert-${part}-migration`]);
      const given = podOf(spec).containers[0].env.map(({ name }) => name);
      const { all } = await settingsOf(part);
      expect(given.filter((name) => !all.includes(name))).toEqual(['MONGO_MIGRATION_URL_FILE']);
    }
    const withAuthority = await template([...MANAGED, '--set', 'parts.svc-auth.secretFiles.MONGO_TLS_CA=mongo-ca.crt']);
    const envOf = withAuthority
      .filter(({ kind, metadata }) => kind === 'Job' && metadata.name === 'concert-svc-auth-migrate')
      .flatMap(({ spec }) => podOf(spec as { template: { spec: Pod } }).containers[0].env);
    expect(envOf).toContainEqual({ name: 'MONGO_TLS_CA_FILE', value: '/secrets/mongo-ca.crt' });
    const ofServices = ofKind<{ template: { spec: Pod } }>('Deployment').flatMap(({ spec }) => secretsOf(podOf(spec)));
    expect(ofServices.length).toBeGreaterThan(4);
    expect(ofServices.filter((name) => name.includes('migration'))).toEqual([]);
  }, 60_000);

  it('gives each process every setting it demands, none it does not know, and secrets only as files', async () => {
    for (const { labels, spec } of ofKind<{ template: { spec: Pod } }>('Deployment')) {
      const part = labels[PART]!;
      const settings = await settingsOf(part);
      const given = podOf(spec).containers[0].env;
      const names = given.map(({ name }) => settingNamed(name, settings));
      expect({ part, unknown: names.filter((name) => !settings.all.includes(name)) }).toEqual({ part, unknown: [] });
      expect({ part, missing: settings.demanded.filter((name) => !names.includes(name) && !settings.fromImage.includes(name)) }).toEqual({
        part,
        missing: [],
      });
      expect({ part, open: given.filter(({ name }) => settings.secret.includes(name)).map(({ name }) => name) }).toEqual({
        part,
        open: [],
      });
    }
  });

  it('B8-511 lets only the arrows of the architecture through', () => {
    const policies = ofKind<Policy>('NetworkPolicy');
    const partOf = (peer: Peer) => peer.podSelector?.matchLabels[PART];
    const out = policies.flatMap(({ spec }) =>
      (spec.egress ?? []).flatMap(({ to }) =>
        (to ?? [])
          .filter((peer) => !peer.namespaceSelector && partOf(peer))
          .map((peer) => `${spec.podSelector.matchLabels[PART]} > ${partOf(peer)}`),
      ),
    );
    const into = policies.flatMap(({ spec }) =>
      (spec.ingress ?? []).flatMap(({ from }) =>
        (from ?? [])
          .filter((peer) => !peer.namespaceSelector && partOf(peer))
          .map((peer) => `${partOf(peer)} > ${spec.podSelector.matchLabels[PART]}`),
      ),
    );
    expect(out.sort()).toEqual(ARROWS);
    expect(into.sort()).toEqual(ARROWS);
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
    const calls = ofKind<{ template: { spec: Pod } }>('Deployment').flatMap(({ labels, spec }) =>
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
