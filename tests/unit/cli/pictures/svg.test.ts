import { expect, it } from 'vitest';
import { cleanSvg, needsCleaning } from '../../../../cli/pictures/svg.ts';

const svgOf = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${content}</svg>`;

it.each([
  '<s:script>alert(1)</s:script>',
  '<a href="/"><animate attributeName="href" values="&#106;avascript:alert(1)"/></a>',
  "<a href='&#x6a;avascript:alert(1)'><path d='M0 0'/></a>",
])('a picture is cleaned of code however it is written: %s', async (content) => {
  expect(needsCleaning(svgOf(content))).toBe(true);
  const { svg, removed } = await cleanSvg(svgOf(content));
  expect(svg).not.toContain('alert');
  expect(removed.length).toBeGreaterThan(0);
});

it('a picture without code is published as it is', () => {
  expect(needsCleaning(svgOf('<title>A &amp; B</title><g id="s:1"><path d="M0 0h8v8z"/></g>'))).toBe(false);
});
