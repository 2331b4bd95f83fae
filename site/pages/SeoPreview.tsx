import { SeoUtility } from '../dev-utils/seo/SeoUtility.tsx';

export const Page = () => <SeoUtility />;
