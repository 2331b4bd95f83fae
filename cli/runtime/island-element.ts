/** Name of the element around an island, and of the one around what its page wrote between its tags. */
export const islandElement = 'sitegen-island';
export const slotElement = 'sitegen-slot';
