import { describe, expect, it } from '@jest/globals';
import { faultsOf } from '../dev/system/setting-rules.ts';
import { ALERT_RULES, alertmanagerConfig } from './alertmanager.ts';

interface Config {
  readonly route: {
    readonly receiver: string;
    readonly routes: readonly { readonly receiver: string; readonly repeat_interval: string }[];
  };
  readonly receivers: readonly {
    readonly name: string;
    readonly email_configs?: readonly Record<string, unknown>[];
    readonly webhook_configs?: readonly Record<string, unknown>[];
  }[];
}
const of = (env: Record<string, string>) => JSON.parse(alertmanagerConfig(env)) as Config;
const ACCOUNT = { SENDGRID_API_KEY: 'SG.one.two', MAIL_FROM: 'tickets@hall.test', CONTACT_EMAIL: 'us@hall.test' };

describe("Alertmanager's configuration", () => {
  it("B4-535 mails each alert to the organisers by the mail account's own SMTP, encrypted, and says when it is over", () => {
    const { route, receivers } = of(ACCOUNT);
    const [mail] = receivers.find(({ name }) => name === route.receiver)!.email_configs!;
    expect(mail).toMatchObject({
      to: 'us@hall.test',
      from: 'tickets@hall.test',
      smarthost: 'smtp.sendgrid.net:587',
      auth_username: 'apikey',
      auth_password: 'SG.one.two',
      send_resolved: true,
    });
    // Alertmanager demands TLS unless it is told otherwise.
    expect(mail).not.toHaveProperty('require_tls');
    expect(String(mail!['text'])).toContain('.Annotations.runbook');
  });

  it('B4-535 sends a beat to the watcher outside each minute, and never by mail', () => {
    const { route, receivers } = of({ ...ACCOUNT, HEARTBEAT_URL: 'https://watcher.test/1' });
    expect(route.routes).toEqual([
      expect.objectContaining({ receiver: 'watcher', matchers: ['alertname="Watchdog"'], group_interval: '1m', repeat_interval: '1m' }),
    ]);
    expect(receivers.find(({ name }) => name === 'watcher')).toEqual({
      name: 'watcher',
      webhook_configs: [{ url: 'https://watcher.test/1', send_resolved: false }],
    });
  });

  it("B4-535 mails into the stand-in's mailbox where no account of one's own is set", () => {
    const [mail] = of({ ALERT_SMTP: 'smtp.other.test:587' }).receivers[0]!.email_configs!;
    expect(mail).toMatchObject({
      to: 'organisers@concert.example',
      from: 'tickets@concert.example',
      smarthost: 'mail:8025',
      require_tls: false,
    });
    expect(mail).not.toHaveProperty('auth_password');
  });

  it('B4-535 sends nothing to anybody by an account of which an address is missing, and stays valid', () => {
    for (const env of [
      { ...ACCOUNT, MAIL_FROM: '' },
      { ...ACCOUNT, CONTACT_EMAIL: '' },
    ])
      expect(of(env).receivers).toEqual([{ name: 'organisers' }, { name: 'watcher' }]);
  });

  it('B4-535 is refused with an address that Alertmanager could not start with', () => {
    const faults = (env: Record<string, string>) => faultsOf(env, ALERT_RULES).map((fault) => fault.split(' ', 1)[0]);
    expect(faults({ HEARTBEAT_URL: 'nonsense', ALERT_SMTP: 'nonsense' })).toEqual(['HEARTBEAT_URL', 'ALERT_SMTP']);
    expect(faults({ HEARTBEAT_URL: 'https://watcher.test/1', ALERT_SMTP: 'smtp.test:587' })).toEqual([]);
  });
});
