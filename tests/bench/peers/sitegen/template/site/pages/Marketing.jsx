import Marketing from '../shared/Marketing.jsx';

export const head = ({ props }) => ({ title: props.page.title, description: props.page.description });

export function Page({ page }) {
  return <Marketing page={page} />;
}
