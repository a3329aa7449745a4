/** Lets the browser paint and answer a press between two pieces of work, which on a slow phone would together hold it up. */
export function yieldToMain(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
