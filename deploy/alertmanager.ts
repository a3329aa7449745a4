type Environment = Readonly<Record<string, string | undefined>>;

/** What an organiser reads. The pages named are files of this project. */
const SUBJECT = '{{ if eq .Status "resolved" }}Over: {{ end }}{{ range .Alerts }}{{ .Annotations.summary }}. {{ end }}';
const TEXT = `{{ range .Alerts.Firing }}{{ .Annotations.summary }}
What to do: {{ .Annotations.runbook }} ({{ .Labels.alertname }}), since {{ .StartsAt.UTC.Format "2 January 15:04" }} UTC
{{ end }}{{ range .Alerts.Resolved }}Over: {{ .Annotations.summary }}
{{ end }}`;

/**
 * The configuration of Alertmanager in the profile `monitoring`, which is YAML and therefore may be JSON: alerts go to the organisers by the mail
 * account that the installation has, Watchdog to HEARTBEAT_URL each minute. Without a mail account, or without a URL, nothing is sent there.
 */
export function alertmanagerConfig(env: Environment): string {
  const mails = env.SENDGRID_API_KEY && env.MAIL_FROM && env.CONTACT_EMAIL;
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
        ...(mails && {
          email_configs: [
            {
              to: env.CONTACT_EMAIL,
              from: env.MAIL_FROM,
              smarthost: env.ALERT_SMTP || 'smtp.sendgrid.net:587',
              auth_username: 'apikey',
              auth_password: env.SENDGRID_API_KEY,
              send_resolved: true,
              headers: { Subject: SUBJECT },
              html: '',
              text: TEXT,
            },
          ],
        }),
      },
      { name: 'watcher', ...(env.HEARTBEAT_URL && { webhook_configs: [{ url: env.HEARTBEAT_URL, send_resolved: false }] }) },
    ],
  });
}
