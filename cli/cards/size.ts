/** Size in pixels of Open Graph images, as social networks recommend. */
export const cardSize = { width: 1200, height: 630 };
