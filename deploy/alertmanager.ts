import type { Environment } from '../dev/system/live-keys.ts';
import { rule, type SettingRule } from '../dev/system/setting-rules.ts';
import { contactEmail, mailFrom } from './addresses.ts';

/** Alertmanager would not start with these, and then nobody hears of anything. */
export const ALERT_RULES: readonly SettingRule[] = [
  rule(
    'HEARTBEAT_URL',
    (value) => value !== '' && !/^https?:$/.test(URL.parse(value)?.protocol ?? '') && 'must be an address that begins with https://',
    'copy it from the watcher that is to get a beat each minute',
  ),
  rule(
    'ALERT_SMTP',
    (value) => value !== '' && !/^[\w.-]+:\d{1,5}$/.test(value) && 'must be the name of a server and its port',
    'write it as smtp.sendgrid.net:587, or leave it out',
  ),
];

/** What an organiser reads. The pages named are files of this project. */
const SUBJECT = '{{ if eq .Status "resolved" }}Over: {{ end }}{{ range .Alerts }}{{ .Annotations.summary }}. {{ end }}';
const TEXT = `{{ range .Alerts.Firing }}{{ .Annotations.summary }}
What to do: {{ .Annotations.runbook }} ({{ .Labels.alertname }}), since {{ .StartsAt.UTC.Format "2 January 15:04" }} UTC
{{ end }}{{ range .Alerts.Resolved }}Over: {{ .Annotations.summary }}
{{ end }}`;

/** Where the stand-in for the mail provider takes mails: the mailbox of docker-compose.yml, on a network of one machine. */
const STAND_IN = { smarthost: 'mail:8025', require_tls: false };

/** From whom, to whom and by which server alerts leave; undefined where the account of one's own lacks an address. */
function wayOut(env: Environment): object | undefined {
  if (!env.SENDGRID_API_KEY) return { from: mailFrom(env), to: contactEmail(env), ...STAND_IN };
  if (!env.MAIL_FROM || !env.CONTACT_EMAIL) return undefined;
  const smarthost = env.ALERT_SMTP || 'smtp.sendgrid.net:587';
  return { from: env.MAIL_FROM, to: env.CONTACT_EMAIL, smarthost, auth_username: 'apikey', auth_password: env.SENDGRID_API_KEY };
}

/**
 * The configuration of Alertmanager in the profile `monitoring`, which is YAML and therefore may be JSON: alerts go to the organisers by the mail
 * account that the installation has, or into the stand-in's mailbox; Watchdog to HEARTBEAT_URL each minute, and without a URL nowhere.
 */
export function alertmanagerConfig(env: Environment): string {
  const way = wayOut(env);
  return JSON.stringify({
    route: {
      receiver: 'organisers',
      group_by: ['alertname'],
      group_wait: '10s',
      group_interval: '1m',
      repeat_interval: '4h',
      routes: [{ receiver: 'watcher', matchers: ['alertname="Watchdog"'], group_wait: '0s', group_interval: '1m', repeat_interval: '1m' }],
    },
    receivers: [
      {
        name: 'organisers',
        ...(way && { email_configs: [{ ...way, send_resolved: true, headers: { Subject: SUBJECT }, html: '', text: TEXT }] }),
      },
      { name: 'watcher', ...(env.HEARTBEAT_URL && { webhook_configs: [{ url: env.HEARTBEAT_URL, send_resolved: false }] }) },
    ],
  });
}
