/** Pixels of a picture for shared links, as networks ask for them. */
export const cardSize = { width: 1200, height: 630 };
