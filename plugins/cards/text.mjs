/** Characters that must not begin a line, and those that must not end one. */
const CLOSING = /^[\s、。，．：；！？!?,.:;)）」』”’〉》】〕%…ー・々ๆฯ।]/u;
const OPENING = /[(（「『“‘〈《【〔]$/u;
const UNSPACED = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uff00-\uffef]/u;

/** Splits a text into segments between which its language allows a line break; a segment includes its trailing space. */
export function pieces(text, language) {
  const words = new Intl.Segmenter(language, { granularity: 'word' });
  const found = [];
  for (const part of text.match(/\S+\s*/gu) ?? []) {
    const inner = UNSPACED.test(part) ? [...words.segment(part)].map(({ segment }) => segment) : [part];
    for (const piece of inner) {
      const last = found.at(-1);
      const glued = last !== undefined && !/\s$/u.test(last) && (CLOSING.test(piece) || OPENING.test(last));
      if (glued || (last !== undefined && /^\s+$/u.test(piece))) found[found.length - 1] = last + piece;
      else found.push(piece);
    }
  }
  return found;
}

/** Breaks segments into lines of at most `width`, filling each line greedily. */
function fill(parts, width) {
  const lines = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && last.width + part.tight <= width) {
      last.text += part.text;
      last.width += part.width;
    } else lines.push({ text: part.text, width: part.width });
  }
  return lines.map(({ text }) => text.trim());
}

/**
 * Breaks segments into the minimum number of lines for `width`, balanced in length.
 * @param {readonly { text: string, width: number, tight: number }[]} parts `tight`: width without the space at the end
 */
export function balanced(parts, width) {
  const count = fill(parts, width).length;
  let [low, high] = [width / 2, width];
  for (let n = 0; n < 8; n++) {
    const middle = (low + high) / 2;
    if (fill(parts, middle).length > count) low = middle;
    else high = middle;
  }
  return fill(parts, high);
}

/** Lines of a text, truncated with an ellipsis after `most` lines. */
export function clipped(parts, { width, most }) {
  let kept = parts;
  let lines = fill(kept, width);
  if (lines.length <= most) return lines;
  while (lines.length > most) {
    kept = kept.slice(0, -1);
    const last = kept.at(-1);
    lines = fill([...kept.slice(0, -1), { ...last, tight: last.tight + 1 }], width);
  }
  return lines.map((line, n) => (n === lines.length - 1 ? `${line.replace(/[\s,;:，、。：।]+$/u, '')}…` : line));
}
