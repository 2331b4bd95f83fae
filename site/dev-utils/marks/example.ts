/** An example text with a line break, straight quotes, hyphens, and Chinese with half-width punctuation. */
export const EXAMPLE = `The negative is "the score", the print is "the performance" -- so Ansel Adams put it...

It's not about the camera.
It's about what you saw in 1927-1984.

老照片, 经过AI修复, 焕然一新! (不上传)
`;
