import { PictureUtility } from '../dev-utils/pictures/PictureUtility.tsx';

export const Page = () => <PictureUtility />;
