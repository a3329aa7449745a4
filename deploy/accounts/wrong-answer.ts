import { Failure } from '@concert/machine-kit/failure';

/** What was answered cannot be right: the question is asked again. Any other failure ends the set-up. */
export class WrongAnswer extends Failure {}
