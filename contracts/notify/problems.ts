import { defineProblems } from '../core/problem.ts';

export const notifyProblems = defineProblems('notify', {
  'notify.mail_not_found': { status: 404, title: 'There is no such mail' },
});
export type NotifyProblemCode = keyof typeof notifyProblems;
