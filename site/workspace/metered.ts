type Connection = { readonly saveData?: boolean; readonly type?: string };

/** Whether the browser reports that downloads cost the visitor something. */
export function isMetered(): boolean {
  const { connection } = navigator as { readonly connection?: Connection };
  return connection?.saveData === true || connection?.type === 'cellular';
}
