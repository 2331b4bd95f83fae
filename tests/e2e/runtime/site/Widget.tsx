import { useMessages } from '../../../../cli/runtime/index.ts';

export function Widget() {
  return <p data-testid="widget">{useMessages()('tool.late')}</p>;
}
