export { stopJourneys as default } from '../dev/system/journeys.ts';
