import { useState } from 'react';
import type { Markup as MarkupData } from '../../../../cli/contract.ts';
import { Icon, Markup, NamedIcon, Rich, useMessages } from '../../../../cli/runtime/index.ts';
import './post.css';

const moon = { body: '<path d="M1 1h22v22H1z"/>', width: 24, height: 24 };

export function Page({ title, body }: { readonly title: string; readonly body: MarkupData }) {
  const t = useMessages();
  const [late, setLate] = useState(false);
  return (
    <article>
      <h1>{title}</h1>
      <Icon icon={moon} label="Moon" />
      <NamedIcon name="set:served" />
      {late && <NamedIcon name="set:late" />}
      <p>
        <Rich message="post.note" values={{ n: 2 }} tags={{ b: (children) => <strong>{children}</strong> }} />
      </p>
      <Markup of={body} className="body" />
      <button type="button" data-testid="late" onClick={() => setLate(true)}>
        {late ? t('post.late') : 'late'}
      </button>
    </article>
  );
}
