export { stopJourneys as default } from './journeys.ts';
