/** Message key -> values that its message takes. Empty here: the generator declares a site's own messages into it. */
// biome-ignore lint/suspicious/noEmptyInterface: interfaces are merged with the generated declaration.
export interface MessageArguments {}
