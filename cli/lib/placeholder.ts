/** The text of a new entry, until somebody writes one. */
export const placeholderText = 'The text. Remove `draft` to publish it.';
