import { describe, expect, it } from '@jest/globals';
import { headersToBrowser, headersToService, sessionChangeIn } from './headers.ts';

const introduction = { host: 'booking:8102', correlationId: 'corr-0001', traceparent: '00-a-b-01', clientAddress: '203.0.113.9' };

describe('headers to a service', () => {
  it('says nothing a visitor says about identity, address, trace or method', () => {
    const headers = headersToService(
      {
        accept: 'application/json',
        'idempotency-key': 'k1',
        cookie: 'a=b',
        host: 'concert.example',
        connection: 'keep-alive',
        'x-concert-identity': 'forged',
        'x-concert-caller': 'forged',
        'x-concert-client-address': '10.0.0.1',
        'x-forwarded-for': '10.0.0.1',
        'x-real-ip': '10.9.9.9',
        forwarded: 'for=10.0.0.1',
        'x-correlation-id': 'theirs-0001',
        traceparent: 'theirs',
        'x-http-method-override': 'DELETE',
        'content-type': 'application/json',
        'content-length': '2',
      },
      introduction,
      true,
    );
    expect(headers).toEqual({
      accept: 'application/json',
      'idempotency-key': 'k1',
      'content-type': 'application/json',
      'content-length': '2',
      host: 'booking:8102',
      'x-correlation-id': 'corr-0001',
      traceparent: '00-a-b-01',
      'x-concert-client-address': '203.0.113.9',
    });
  });

  it('drops what is about a body where there is none', () => {
    expect(headersToService({ 'content-type': 'application/json', 'content-length': '2' }, introduction, false)).not.toHaveProperty(
      'content-length',
    );
  });

  it('keeps to this hop what the Connection header names, and never what the gateway itself says', () => {
    const given = { accept: '*/*', connection: 'keep-alive, If-Match, host, x-concert-identity', 'if-match': '"1"' };
    expect(headersToService(given, { ...introduction, identity: 'token' }, false)).toEqual({
      accept: '*/*',
      host: 'booking:8102',
      'x-correlation-id': 'corr-0001',
      traceparent: '00-a-b-01',
      'x-concert-client-address': '203.0.113.9',
      'x-concert-identity': 'token',
    });
  });
});

describe('headers to a browser', () => {
  it('keeps what describes the answer, and nothing of the house or of the hop', () => {
    expect(
      headersToBrowser({
        'content-type': 'application/json',
        etag: '"1"',
        'retry-after': '1',
        connection: 'keep-alive, x-odd',
        'x-odd': '1',
        'keep-alive': 'timeout=65',
        'transfer-encoding': 'chunked',
        server: 'x',
        'set-cookie': ['a=b'],
        'x-concert-session-secret': 's',
        'x-concert-anything': '1',
        'x-correlation-id': 'c',
      }),
    ).toEqual({ 'content-type': 'application/json', etag: '"1"', 'retry-after': '1' });
  });
});

describe('change of a session', () => {
  it('is a new secret, an end, or nothing', () => {
    expect(sessionChangeIn({})).toBeUndefined();
    expect(sessionChangeIn({ 'x-concert-session-secret': '' })).toBe('ended');
    expect(sessionChangeIn({ 'x-concert-session-secret': 's', 'x-concert-session-seconds': '60' })).toEqual({
      secret: 's',
      lifetimeSeconds: 60,
    });
    expect(sessionChangeIn({ 'x-concert-session-secret': 's', 'x-concert-session-seconds': '6e9x' })).toEqual({
      secret: 's',
      lifetimeSeconds: 0,
    });
  });
});
