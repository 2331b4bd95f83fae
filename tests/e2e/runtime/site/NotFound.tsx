import { useMessages } from '../../../../cli/runtime/index.ts';

export function Page({ status, message }: { readonly status: number; readonly message: string }) {
  return (
    <>
      <h1>{useMessages()('notFound.title')}</h1>
      <p data-testid="failure">
        {status} {message}
      </p>
    </>
  );
}
