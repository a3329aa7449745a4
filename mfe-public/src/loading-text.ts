/** What a screen reader says while a screen is loading. */
export const LOADING_TEXT = 'Loading the page';
