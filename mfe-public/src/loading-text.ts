/** What a screen reader hears while a screen is on its way. */
export const LOADING_TEXT = 'Loading the page';
