const words =
  'light lamp paper silver grain shade print tray bath time water dark room red safe picture frame line tone black white grey edge blur sharp soft scan film plate lens dust fold tear repair'.split(
    ' ',
  );

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Markdown of post `i` of `total`: about 600 words with headings, a list, a table, code and links. */
export function postText(i, total) {
  const next = random(i + 1);
  const word = () => words[Math.floor(next() * words.length)];
  const sentence = (n) => `${Array.from({ length: n }, word).join(' ')}.`;
  const paragraph = (n) => Array.from({ length: n }, () => sentence(9)).join(' ');
  // The last of 100,000 posts is of February 2024: a build leaves out posts of the future.
  const day = new Date(Date.UTC(2015, 0, 1 + Math.floor(i / 30))).toISOString().slice(0, 10);
  return `---
title: "Post ${i} about ${word()} and ${word()}"
description: "${sentence(12)}"
date: ${day}
tags: [${word()}, ${word()}]
---

${paragraph(9)}

## ${word()} and ${word()}

${paragraph(11)} See [another post](/blog/post-${(i + 1) % total}).

- ${sentence(8)}
- ${sentence(7)}
- ${sentence(9)}

## ${word()}

${paragraph(12)}

\`\`\`ts
export function total${i}(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, ${i});
}
\`\`\`

| name | count |
| --- | ---: |
| ${word()} | ${i} |
| ${word()} | ${i * 2} |

${paragraph(14)}
`;
}
