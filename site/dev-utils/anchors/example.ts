/** An example document with duplicate headings, punctuation, code and Chinese. */
export const EXAMPLE = `# Field notes

## Setup

### What you need

## Scanning & cleaning (v2.0)

### \`--resolution\` and its limits

### What you need

## 如何修复老照片？

## Questions
`;
