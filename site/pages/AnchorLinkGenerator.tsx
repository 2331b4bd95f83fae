import { AnchorUtility } from '../dev-utils/anchors/AnchorUtility.tsx';

export const Page = () => <AnchorUtility />;
