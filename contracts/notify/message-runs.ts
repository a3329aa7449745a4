import { z } from 'zod';
import { buyersSchema } from '../booking/audience.ts';
import { groupSchema } from '../booking/complimentary.ts';
import { messageTextSchema, messagesSchema, READER_KINDS, readerMessageSchema } from '../booking/reader-messages.ts';
import { replaceUnusable } from '../core/fields.ts';
import { idSchema } from '../core/ids.ts';
import { pageOf, pageQuery } from '../core/pagination.ts';
import { defineRoutes } from '../core/route.ts';

/** What organisers write a message run for. All but `free` come ready-made, with an audience and words for each kind of reader. */
export const WRITTEN_PURPOSES = ['free', 'cancellation', 'new-date', 'next-date'] as const;
export type WrittenPurpose = (typeof WRITTEN_PURPOSES)[number];

/** What a message run is for. Reminders and thanks go out by themselves. */
export const MESSAGE_PURPOSES = [...WRITTEN_PURPOSES, 'reminder', 'thanks'] as const;
export type MessagePurpose = (typeof MESSAGE_PURPOSES)[number];

/**
 * `sent`: nobody waits to be mailed any more. `everyone_reached`: beyond that, each person's mail was delivered or somebody called them; a
 * mail that comes back later ends it.
 */
export const MESSAGE_RUN_STATES = ['draft', 'running', 'paused', 'sent', 'everyone_reached'] as const;
export type MessageRunState = (typeof MESSAGE_RUN_STATES)[number];

/** To whom a run goes; each part adds people. */
export const audienceSchema = z
  .strictObject({
    buyers: buyersSchema.optional(),
    guests: z.array(groupSchema).max(3).optional(),
    /** Everybody who waits for the next date. */
    nextDate: z.boolean().optional(),
    /** Of buyers and guests only those of whom somebody went in (true), or only the others (false). */
    inside: z.boolean().optional(),
    /** The buyer of this one booking. */
    booking: idSchema('booking').optional(),
  })
  .refine(({ buyers, guests = [], nextDate, booking }) => buyers !== undefined || guests.length > 0 || nextDate || booking !== undefined, {
    error: 'Choose at least one group of people',
  });
export type Audience = z.infer<typeof audienceSchema>;

const previewFields = { purpose: z.enum(MESSAGE_PURPOSES), reader: z.enum(READER_KINDS), ...messageTextSchema.shape };
const draftFields = { purpose: z.enum(WRITTEN_PURPOSES), audience: audienceSchema, messages: messagesSchema };

/** A run that comes with its audience and words; both can be changed before it is started. */
export const readyMadeSchema = z.object({
  purpose: z.enum(WRITTEN_PURPOSES),
  audience: audienceSchema,
  messages: z.array(readerMessageSchema),
});
export type ReadyMade = z.infer<typeof readyMadeSchema>;

/** What has to be typed to start a run to so many people. */
export const confirmationOf = (count: number) => `Send to ${count}`;

/** How much of its audience a run has reached: delivered, bounced and under way add up to the audience at every moment. */
export const coverageSchema = z.object({
  /** People, without those who left the list meanwhile, or for whom it no longer held. */
  audience: z.int(),
  delivered: z.int(),
  /** The unreached: given up, bounced or dropped. */
  bounced: z.int(),
  underWay: z.int(),
  /** The unreached whom somebody called. */
  called: z.int(),
  left: z.int(),
});
export type Coverage = z.infer<typeof coverageSchema>;

export const messageRunSchema = z.object({
  id: idSchema('messageRun'),
  ...draftFields,
  purpose: z.enum(MESSAGE_PURPOSES),
  messages: z.array(readerMessageSchema),
  state: z.enum(MESSAGE_RUN_STATES),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().optional(),
  finishedAt: z.iso.datetime().optional(),
  /** People it goes to: of a draft as they were counted when it was saved. */
  count: z.int(),
  /** Grows with every change; whoever starts a draft says which one they have read. */
  version: z.int(),
  /** What has to be typed to start it; only of a draft. */
  confirmation: z.string().optional(),
  /** Absent of a draft. */
  coverage: coverageSchema.optional(),
});
export type MessageRunView = z.infer<typeof messageRunSchema>;
const runParams = z.object({ runId: idSchema('messageRun') });
/** Counting an audience asks svc-booking page by page; starting stores a row for each person. */
const COUNTING_MS = 30_000;

export const messageRunRoutes = defineRoutes({
  countAudience: {
    request: 'POST /api/message-runs/audience',
    summary: 'How many people a message run would go to, each address counted once, by kind of reader; the first hundred by name',
    access: 'organiser',
    longestSilenceMs: COUNTING_MS,
    body: z.strictObject({ purpose: z.enum(MESSAGE_PURPOSES), audience: audienceSchema }),
    answer: z.object({
      count: z.int(),
      readers: z.array(z.object({ reader: z.enum(READER_KINDS), count: z.int() })),
      people: z.array(z.object({ name: z.string(), reader: z.enum(READER_KINDS) })),
    }),
    repeatable: true,
    problems: ['request.unavailable'],
  },
  listReadyMadeRuns: {
    request: 'GET /api/message-runs/ready-made',
    summary: 'Message runs with an audience and words for each kind of reader, with the present date and place of the concert',
    access: 'organiser',
    answer: z.object({ items: z.array(readyMadeSchema) }),
    problems: ['request.unavailable'],
  },
  previewMessage: {
    request: 'POST /api/message-runs/preview',
    summary: 'A message as its reader would get it, as HTML and as plain text; sends nothing',
    access: 'organiser',
    body: z.strictObject(previewFields),
    answer: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
    repeatable: true,
    problems: ['request.unavailable'],
  },
  testMessage: {
    request: 'POST /api/message-runs/test',
    summary: 'Emails a message to the organiser who asks, in one attempt',
    access: 'organiser',
    longestSilenceMs: 15_000,
    body: z.strictObject(previewFields),
    answer: z.object({ sentTo: z.string() }),
    problems: ['notify.test_not_sent', 'request.unavailable'],
  },
  createMessageRun: {
    request: 'POST /api/message-runs',
    summary: 'Keeps a message run as a draft, with its people counted; sends nothing',
    access: 'organiser',
    longestSilenceMs: COUNTING_MS,
    body: z.strictObject(draftFields),
    status: 201,
    answer: messageRunSchema,
    problems: ['request.unavailable'],
  },
  changeMessageRun: {
    request: 'PUT /api/message-runs/:runId',
    summary: 'Changes a draft, and counts its people again',
    access: 'organiser',
    longestSilenceMs: COUNTING_MS,
    params: runParams,
    body: z.strictObject(draftFields),
    answer: messageRunSchema,
    problems: ['notify.message_run_not_found', 'notify.message_run_started', 'request.unavailable'],
  },
  listMessageRuns: {
    request: 'GET /api/message-runs',
    summary: 'Message runs with their coverage, newest first',
    access: 'organiser',
    query: z.object(pageQuery),
    answer: pageOf(messageRunSchema),
  },
  showMessageRun: {
    request: 'GET /api/message-runs/:runId',
    summary: 'A message run with its coverage at this moment',
    access: 'organiser',
    params: runParams,
    answer: messageRunSchema,
    problems: ['notify.message_run_not_found'],
  },
  startMessageRun: {
    request: 'POST /api/message-runs/:runId/start',
    summary: 'Plans a recipient for each person and begins to email them, after a confirmation typed by hand that holds their number',
    access: 'organiser',
    freshSignIn: true,
    bigAction: true,
    longestSilenceMs: COUNTING_MS,
    params: runParams,
    body: z.strictObject({
      version: z.int({ error: 'Version is required' }).min(1, { error: 'Version is required' }),
      confirmation: z.string({ error: 'Confirmation is required' }).max(200).transform(replaceUnusable),
    }),
    answer: messageRunSchema,
    problems: [
      'notify.message_run_not_found',
      'notify.message_run_started',
      'notify.message_run_changed',
      'notify.confirmation_differs',
      'notify.audience_changed',
      'notify.audience_empty',
      'notify.words_missing',
      'request.unavailable',
    ],
  },
  pauseMessageRun: {
    request: 'POST /api/message-runs/:runId/pause',
    summary: 'Sends nothing more of a run until it is resumed; emails that the provider has stay there',
    access: 'organiser',
    params: runParams,
    answer: messageRunSchema,
    problems: ['notify.message_run_not_found', 'notify.message_run_not_under_way'],
  },
  resumeMessageRun: {
    request: 'POST /api/message-runs/:runId/resume',
    summary: 'Goes on where a run was paused',
    access: 'organiser',
    freshSignIn: true,
    params: runParams,
    answer: messageRunSchema,
    problems: ['notify.message_run_not_found', 'notify.message_run_not_under_way'],
  },
});
