// Plain JavaScript, so that jest lets Node itself load what is behind it instead of compiling half of it a second time.
export { startJourneys as default } from '../dev/system/journeys.ts';
