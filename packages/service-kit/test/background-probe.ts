import { beginInBackground } from '../src/process/background-process.ts';

/* Tells what it was given, and what it knows of its environment. */
const given = await beginInBackground();
process.send!({ given, environment: Object.keys(process.env) });
