import { describe, expect, it } from '@jest/globals';
import { isLoopback, isPlaintextAddress, transportFaults } from './transport-security.ts';

describe('an address', () => {
  it.each([
    'http://svc-auth:8080',
    'http://10.0.0.1',
    'http://127.0.0.1.evil.example',
    'HTTP://svc-auth',
    'amqp://svc:secret@rabbitmq:5672',
    'mongodb://svc:secret@mongo:27017/booking?replicaSet=rs0',
    'mongodb://svc:secret@127.0.0.1:27017,mongo:27017/booking',
    'mongodb://mongo/booking?tls=false',
    'mongodb://mongo/booking?tls=true&ssl=false',
    'mongodb://mongo/booking?tls=true&tlsAllowInvalidCertificates=true',
    'mongodb://mongo/booking?tls=true&TLSINSECURE=true',
    'mongodb://mongo/booking?tls=true&tlsAllowInvalidHostnames=true',
    'mongodb+srv://cluster.example/booking?tls=false',
    'mongodb+srv://cluster.example/booking?tlsInsecure=true',
  ])('leads to another machine in plain text, or to whoever answers there: %s', (address) => {
    expect(isPlaintextAddress(address)).toBe(true);
  });

  it.each([
    'https://svc-auth:8080',
    'http://localhost:8080',
    'http://site.localhost:8080',
    'http://127.0.0.7:8080',
    'http://[::1]:8080',
    'amqps://svc:secret@rabbitmq:5671',
    'amqp://svc:secret@127.0.0.1:5672/%2f',
    'mongodb://svc:secret@mongo:27017/booking?replicaSet=rs0&tls=true',
    'mongodb://svc:secret@mongo:27017/booking?SSL=true',
    'mongodb+srv://svc:secret@cluster.example/booking?authSource=booking',
    'mongodb://svc:secret@127.0.0.1:27017,localhost:27018,[::1]:27019/booking',
    'mongodb://%2Ftmp%2Fmongodb-27017.sock/booking',
    'sk_test_http://is-no-address',
    '/srv/shell',
  ])('is encrypted, of this machine or no address: %s', (address) => {
    expect(isPlaintextAddress(address)).toBe(false);
  });

  it('of a host is of this machine only when it never leaves it', () => {
    for (const host of ['localhost', 'LOCALHOST', 'a.localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]'])
      expect(isLoopback(host)).toBe(true);
    for (const host of ['0.0.0.0', '::', 'localhost.example', '127.0.0.1.example', '128.0.0.1', 'svc-auth', ''])
      expect(isLoopback(host)).toBe(false);
  });
});

describe('settings of a process', () => {
  const safe = {
    SERVICE_HOST: '127.0.0.1',
    PUBLIC_ORIGIN: 'https://concert.example',
    AUTH_URL: 'https://svc-auth',
    ALLOW_PLAINTEXT: false,
  };

  it('B9-533 name every plain text wire to another machine, however deep its address lies, and the way to allow it', () => {
    expect(transportFaults(safe)).toEqual([]);
    const open = {
      ...safe,
      SERVICE_HOST: '0.0.0.0',
      PUBLIC_ORIGIN: 'http://concert.example',
      AUTH_URL: 'http://svc-auth:8080',
      WEB_REMOTES: { public: { kind: 'server', url: 'http://mfe-public:8080' } },
    };
    const faults = transportFaults(open);
    expect(faults.map(({ setting }) => setting).sort()).toEqual(['AUTH_URL', 'PUBLIC_ORIGIN', 'SERVICE_HOST', 'WEB_REMOTES']);
    for (const { fault } of faults) expect(fault).toMatch(/without encryption: .*ALLOW_PLAINTEXT=true where nobody else can listen$/);
    expect(JSON.stringify(faults)).not.toContain('svc-auth');
    expect(transportFaults({ ...open, ALLOW_PLAINTEXT: true })).toEqual([]);
  });

  it('B9-533 may let other machines in with a certificate', () => {
    const files = { TLS_CERT_FILE: '/tls/tls.crt', TLS_KEY_FILE: '/tls/tls.key' };
    expect(transportFaults({ ...safe, SERVICE_HOST: '0.0.0.0', ...files })).toEqual([]);
  });

  it.each(['TLS', 'MONGO_TLS', 'RABBITMQ_TLS'])('B9-533 give a certificate of %s with its key, whatever else is allowed', (use) => {
    for (const [given, lacks] of [
      ['CERT', 'KEY'],
      ['KEY', 'CERT'],
    ])
      expect(transportFaults({ ...safe, ALLOW_PLAINTEXT: true, [`${use}_${given}_FILE`]: '/a' })).toEqual([
        { setting: `${use}_${lacks}_FILE`, fault: `is missing: ${use}_CERT_FILE and ${use}_KEY_FILE belong together` },
      ]);
  });
});
