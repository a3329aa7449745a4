import { describe, expect, it } from '@jest/globals';
import { planPorts } from './ports.ts';

describe('the ports of a system', () => {
  it('start at 8000 and are all different', () => {
    const ports = planPorts();
    expect(ports).toMatchObject({ site: 8080, 'svc-auth': 8101, mongodb: 8117, rabbitmq: 8172, mailbox: 8180, payments: 8190 });
    expect(new Set(Object.values(ports)).size).toBe(Object.keys(ports).length);
  });

  it('move together with PORT_BASE, and the site alone with PORT', () => {
    expect(planPorts({ PORT_BASE: '9000' })).toMatchObject({ site: 9080, 'svc-notify': 9104 });
    expect(planPorts({ PORT: '3000' })).toMatchObject({ site: 3000, 'svc-auth': 8101 });
  });

  it.each(['http', '80.5', '-1', '0', '70000', '80', '8080x'])('refuse PORT=%s', (PORT) => {
    expect(() => planPorts({ PORT })).toThrow(/PORT must be a whole number/);
  });

  it('refuse a base that would push the broker out of its range, and a PORT another process has', () => {
    expect(() => planPorts({ PORT_BASE: '12501' })).toThrow(/PORT_BASE/);
    expect(() => planPorts({ PORT: '8117' })).toThrow('PORT=8117 is the port of mongodb.');
  });
});
