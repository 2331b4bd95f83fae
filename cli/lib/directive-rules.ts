/** What a directive of a text may contain, by the settings of its component. */
export type DirectiveRules = {
  /** Attributes that name files beside the text or public ones. */
  readonly media: readonly string[];
  /** Props for the pictures between the lines of the block, in order. A block with such props contains nothing else. */
  readonly pictures: readonly string[];
  /** Props of `media` and `pictures` whose files must have equal proportions. */
  readonly proportions: readonly string[];
  /** Attributes that it must have; `label` is the text in brackets. */
  readonly required: readonly string[];
  /** Attributes that it may have; null: any. */
  readonly allowed: readonly string[] | null;
};
