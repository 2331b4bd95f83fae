import { useHead } from '@safelight/sitegen/runtime';
import { Accordion } from '../ui/Accordion.tsx';
import { messageKeys } from './message-keys.ts';
import { useComputedMessages } from './use-computed-messages';

type QuestionsProps = {
  /** Key of the list; its items have `q` and `a`. */
  readonly list: string;
  readonly count: number;
};

/** Questions and answers as an accordion, and as structured data in the head. */
export const Questions = ({ list, count }: QuestionsProps) => {
  const text = useComputedMessages();
  const items = messageKeys(list, count).map((key) => ({
    id: key,
    title: text(`${key}.q`),
    content: text(`${key}.a`),
  }));
  useHead({
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'FAQPage',
        mainEntity: items.map(({ title, content }) => ({
          '@type': 'Question',
          name: title,
          acceptedAnswer: { '@type': 'Answer', text: content },
        })),
      },
    ],
  });
  return (
    <Accordion
      level={3}
      items={items.map(({ id, title, content }) => ({
        id: id.slice(id.lastIndexOf('.') + 1),
        title,
        content: <p>{content}</p>,
      }))}
    />
  );
};
