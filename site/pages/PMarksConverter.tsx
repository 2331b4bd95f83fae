import { MarksUtility } from '../dev-utils/marks/MarksUtility.tsx';

export const Page = () => <MarksUtility />;
