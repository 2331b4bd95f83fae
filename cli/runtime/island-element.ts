/** Names of the element around an island and of the element around its children. */
export const islandElement = 'sitegen-island';
export const slotElement = 'sitegen-slot';
