import type { ReadinessRow } from '@concert/contracts/core/readiness';
import { Failure } from '@concert/machine-kit/failure';
import { TimeoutError, withTimeout } from '@concert/service-kit/process/with-timeout';
import { WrongAnswer } from '../accounts/wrong-answer.ts';
import { red, unknown, type Check } from './check.ts';
import type { House } from './house.ts';
import { backupCheck } from './backup.ts';
import { caaCheck } from './caa.ts';
import { doorsCheck } from './doors.ts';
import { adminCheck, senderCheck } from './emails.ts';
import { envLinesCheck } from './env-lines.ts';
import { googleCheck } from './google.ts';
import { imagesCheck } from './images.ts';
import { diskCheck, kernelCheck, memoryCheck, processorCheck, rightsCheck } from './machine.ts';
import { nameCheck, wwwCheck } from './name.ts';
import { mailWebhookCheck, sendgridCheck } from './sendgrid.ts';
import { paymentWebhookCheck, stripeCheck } from './stripe.ts';
import { settingsCheck, switchedOffCheck } from './settings.ts';
import { alertsCheck, proxyCheck } from './watching.ts';
import { certificateCheck } from './certificate.ts';
import { clockCheck, waysOutCheck } from './ways-out.ts';

/** Every check, in the order in which they are told. Setup, doctor, the page /go-live and the hourly alert ask this table and nothing else. */
export const CHECKS: readonly Check[] = [
  processorCheck,
  kernelCheck,
  memoryCheck,
  diskCheck,
  clockCheck,
  rightsCheck,
  nameCheck,
  wwwCheck,
  caaCheck,
  doorsCheck,
  certificateCheck,
  waysOutCheck,
  adminCheck,
  stripeCheck,
  paymentWebhookCheck,
  sendgridCheck,
  mailWebhookCheck,
  senderCheck,
  googleCheck,
  envLinesCheck,
  settingsCheck,
  switchedOffCheck,
  backupCheck,
  imagesCheck,
  alertsCheck(),
  proxyCheck(),
];

const DEADLINE_MS = 10_000;

/** One check as a row. What it throws as a wrong answer is red; one that fails otherwise, or is not done in time, does not know. */
export async function lookAt(check: Check, house: House): Promise<ReadinessRow | undefined> {
  try {
    const found = await withTimeout((async () => check.look(house))(), DEADLINE_MS);
    return found && { id: check.id, ...found };
  } catch (error) {
    const message = error instanceof TimeoutError ? `no answer within ${DEADLINE_MS / 1_000} seconds` : (error as Error).message;
    const wait = 'Check again in a minute; if it stays so, look at the network of this server.';
    if (!(error instanceof Failure)) return { id: check.id, ...unknown(`This could not be looked at: ${message}.`, wait) };
    const say = error instanceof WrongAnswer ? red : unknown;
    return { id: check.id, ...say(message, error.next[0]!.toUpperCase() + error.next.slice(1)) };
  }
}

/**
 * Looks at everything at once.
 * @param told is given each row as soon as it is there
 */
export async function lookAtHouse(
  house: House,
  checks: readonly Check[] = CHECKS,
  told: (row: ReadinessRow) => void = () => undefined,
): Promise<ReadinessRow[]> {
  const rows = await Promise.all(
    checks.map(async (check) => {
      const row = await lookAt(check, house);
      if (row) told(row);
      return row;
    }),
  );
  return rows.filter((row) => row !== undefined);
}
