import { describe, expect, it } from '@jest/globals';
import { UPSTREAMS, type Upstream } from './upstreams.ts';
import { createMethodsOf, publicRoutes } from './route-table.ts';

const upstream = (name: Upstream['name'], routes: Upstream['routes']): Upstream => ({
  name,
  title: name,
  routes,
  problems: {},
  timeoutMs: 1,
});
const route = (method: 'GET' | 'POST', path: `/api/${string}` | `/internal/${string}`, access: 'public' | 'internal' = 'public') => ({
  method,
  path,
  summary: '',
  access,
  problems: [],
});

describe('table of routes', () => {
  it('holds every route of every upstream that browsers may call, and no internal one', () => {
    const table = publicRoutes(UPSTREAMS);
    const outside = UPSTREAMS.flatMap(({ routes }) => Object.values(routes)).filter(({ access }) => access !== 'internal');
    expect(table).toHaveLength(outside.length);
    expect(table.length).toBeGreaterThan(8);
    expect(table.filter(({ route: { path } }) => !path.startsWith('/api/'))).toEqual([]);
  });

  it('refuses two upstreams of one address, whatever their parameters are called', () => {
    const twice = [
      upstream('auth', { one: route('GET', '/api/things/:id') }),
      upstream('booking', { two: route('GET', '/api/things/:thing') }),
    ];
    expect(() => publicRoutes(twice)).toThrow('claimed by auth.one and booking.two');
  });

  it('refuses an internal route under /api and an open one under /internal', () => {
    expect(() => publicRoutes([upstream('auth', { hidden: route('GET', '/api/hidden', 'internal') })])).toThrow('auth.hidden');
    expect(() => publicRoutes([upstream('auth', { open: route('GET', '/internal/open') })])).toThrow('auth.open');
  });

  it('knows the methods of an address, HEAD beside GET', () => {
    const methodsOf = createMethodsOf([route('GET', '/api/things/:id'), route('POST', '/api/things/:id'), route('POST', '/api/v1.0/do')]);
    expect(methodsOf('/api/things/7')).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
    expect(methodsOf('/api/v1.0/do')).toEqual(['OPTIONS', 'POST']);
    expect(methodsOf('/api/v1x0/do')).toEqual([]);
    expect(methodsOf('/api/things/7/8')).toEqual([]);
    expect(methodsOf('/api/things/')).toEqual([]);
  });
});
