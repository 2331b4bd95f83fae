/** A comment with nothing but the path of a file, as the first line of an example. */
const pathComment = /^(?:#|\/\/|<!--|\/\*) (\S*\.\w+)(?: -->| \*\/)?\n/;

/** Titles each code block with the path in its first line, which is no part of the file and thus not shown as code. */
const titleFiles = () => (tree) => {
  const visit = (node) => {
    const [line, path] = (node.type === 'code' && pathComment.exec(node.value)) || [];
    if (path !== undefined) {
      node.value = node.value.slice(line.length);
      node.meta = `title="${path}" ${node.meta ?? ''}`.trim();
    }
    node.children?.forEach(visit);
  };
  visit(tree);
};

export default { name: 'file-titles', remarkPlugins: [titleFiles] };
