import { useMessages } from '@safelight/sitegen/runtime';
import { Drawing } from '../../ui/Drawing.tsx';
import { infoShape, warningShape } from '../../ui/drawings/notice.ts';
import type { Problem } from './problems.ts';
import css from './seo.module.css';

/** Returns a function that describes a problem in a sentence. */
const useProblemText = () => {
  const t = useMessages();
  const parts = { title: t('seoPreview.input.title'), description: t('seoPreview.input.description') };
  const devices = { desktop: t('seoPreview.preview.desktop'), phone: t('seoPreview.preview.phone') };
  return (problem: Problem): string => {
    switch (problem.kind) {
      case 'missing':
        return t('seoPreview.found.missing', { tag: problem.tag });
      case 'cut':
        return t('seoPreview.found.cut', {
          part: parts[problem.part],
          device: problem.devices.map((device) => devices[device]).join(', '),
        });
      case 'short':
        return t('seoPreview.found.short', { part: parts[problem.part] });
      case 'duplicate':
        return t('seoPreview.found.duplicate', { tag: problem.tag, count: problem.count });
      case 'relative':
        return t('seoPreview.found.relative', { tag: problem.tag });
      case 'insecure':
        return t('seoPreview.found.insecure', { tag: problem.tag });
      case 'noindex':
        return t('seoPreview.found.noindex');
      case 'sameText':
        return t('seoPreview.found.sameText');
      case 'shout':
        return t('seoPreview.found.shout');
      case 'differs':
        return t('seoPreview.found.differs', { first: problem.tags[0], second: problem.tags[1] });
      case 'keyword':
        return t('seoPreview.found.keyword', { part: parts[problem.part] });
      case 'imageSmall':
        return t('seoPreview.found.imageSmall', { width: problem.width, height: problem.height });
      case 'imageShape':
        return t('seoPreview.found.imageShape', { width: problem.width, height: problem.height });
    }
  };
};

/** Lists problems, the most severe first. */
export const ProblemList = ({ problems }: { readonly problems: readonly Problem[] }) => {
  const t = useMessages();
  const sentence = useProblemText();
  const severities = {
    error: t('common.toast.error'),
    warning: t('common.toast.warning'),
    info: t('common.toast.info'),
  };
  return (
    <ul className={css.problems}>
      {problems.map((problem) => {
        const text = sentence(problem);
        return (
          <li key={text} className={css.problem} data-severity={problem.severity}>
            <Drawing path={problem.severity === 'info' ? infoShape : warningShape} />
            <span>
              <span className="visually-hidden">{severities[problem.severity]}: </span>
              {text}
            </span>
          </li>
        );
      })}
    </ul>
  );
};
