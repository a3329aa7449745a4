/** Lets the browser paint and respond to a press between two pieces of work, which together would block a slow phone. */
export function yieldToMain(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
