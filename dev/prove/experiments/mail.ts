import { setTimeout as pause } from 'node:timers/promises';
import { below, disturbed, fault, type Fault, type Stage } from '../disturbed.ts';

interface MailRow {
  readonly _id: string;
  readonly kind: string;
  readonly subjectId: string;
  readonly state: string;
  readonly attempts: number;
  readonly delivery: string | null;
}

/** svc-notify waits 10 s for an answer. */
const SILENT_MS = 12_000;
const REVOKED_MS = 3_000;

const FAULTS: readonly Fault[] = [
  ...['tooManyNext', 'failNext', 'unavailableNext', 'cutNext'].map((name): Fault => async ({ site, proof, random }) => {
    const times = 2 + below(random, 8);
    proof.say(`the mail provider: ${name} ${times}`);
    await site.tell('mailbox', 'faults', { [name]: times });
  }),
  fault('the mail provider refuses the key', async ({ site }) => {
    await site.tell('mailbox', 'faults', { revoked: true });
    await pause(REVOKED_MS);
    await site.tell('mailbox', 'faults', { revoked: false });
  }),
  fault('the mail provider is silent', ({ site }) => site.freeze('mailbox', SILENT_MS)),
  fault('svc-notify is killed while it sends', ({ site }) => site.kill('svc-notify')),
];

/** Each mail came under its own id, by which its copies are known, and no more often than it was tried. What came back is known. */
async function broken({ site, crowd }: Stage): Promise<string[]> {
  const mails = await site.databases.notify.collection<MailRow>('mails').find().toArray();
  const { arrivals } = (await (await fetch(`${site.system.mailbox}/_admin/arrivals`)).json()) as { arrivals: { mailId: string }[] };
  const came = Map.groupBy(arrivals, ({ mailId }) => mailId);
  const comesBack = new Set(crowd.bought.filter(({ buyer }) => buyer.email.startsWith('bounce')).map(({ id }) => id));
  const known = new Set(mails.map(({ _id }) => _id));
  const strange = [...came.keys()].filter((id) => !known.has(id)).map((id) => `a mail came under the id ${id}, which no mail has`);
  return mails
    .flatMap(({ _id, kind, subjectId, state, attempts, delivery }) => {
      const copies = came.get(_id)?.length ?? 0;
      if (state === 'given_up') return [`${_id} was given up`];
      if (copies > attempts) return [`${_id} came ${copies} times, and was tried ${attempts} times`];
      if (state !== 'accepted') return [];
      if (copies === 0) return [`${_id} counts as sent, and did not come under its id`];
      return kind === 'ticket' && comesBack.has(subjectId) && delivery !== 'bounced' ? [`${_id} came back, and counts as ${delivery}`] : [];
    })
    .concat(strange);
}

export const mail = disturbed({
  name: 'mail',
  goal: 200,
  shows: 'emails are refused, not answered, and come back: each comes under its own id, and what came back is known',
  lacks: 'a mail has another id with each try',
  patch: {
    service: 'svc-notify',
    file: 'svc-notify/src/sending/send-mails.ts',
    code: 'await this.provider.send(claim.mail.id, letter)',
    into: 'await this.provider.send(`${claim.mail.id}.${claim.mail.attempts}`, letter)',
  },
  faults: FAULTS,
  after: ({ site }) => site.tell('mailbox', 'faults', { reset: true }),
  broken,
});
