/** A table of Markdown. Cells are Markdown; line breaks become spaces. */
export function table(head, rows) {
  const line = (cells) =>
    `| ${cells
      .map((cell) =>
        String(cell)
          .replace(/\s*\n\s*/g, ' ')
          .replace(/\|/g, '\\|'),
      )
      .join(' | ')} |`;
  return `${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}\n`;
}

/** A page with its front matter. */
export function pageOf({ title, description, order, body }) {
  const front = [`title: ${JSON.stringify(title)}`, `description: ${JSON.stringify(description)}`, `order: ${order}`];
  return `---\n${front.join('\n')}\n---\n${body.trim()}\n`;
}

export const code = (language, text) => `\`\`\`${language}\n${text.trim()}\n\`\`\`\n`;
