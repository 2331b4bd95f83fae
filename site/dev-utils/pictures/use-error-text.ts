import { useMessages } from '@safelight/sitegen/runtime';
import type { ToolError } from '../../engine/errors.ts';

/** Returns a function that describes why a picture could not be converted. */
export const useErrorText = (): ((error: ToolError) => string) => {
  const t = useMessages();
  return (error) => {
    switch (error.code) {
      case 'file.wrongType':
        return t('errors.file.wrongType.text', { name: error.name, type: error.type });
      case 'file.notAPicture':
        return t('errors.file.notAPicture.text', { name: error.name });
      case 'file.damaged':
        return t('errors.file.damaged.text', { name: error.name, type: error.type });
      case 'file.empty':
        return t('errors.file.empty.text', { name: error.name });
      case 'file.unreadable':
        return t('errors.file.unreadable.text', { name: error.name });
      case 'file.heic':
        return `${t('errors.file.heic.title')}. ${t('errors.file.heic.text')}`;
      case 'file.tiff':
        return `${t('errors.file.tiff.title')}. ${t('errors.file.tiff.text')}`;
      case 'output.encode':
        return `${t('errors.output.encode.title', { format: error.format })}. ${t('errors.output.encode.text')}`;
      case 'file.tooLarge':
        return `${t('errors.file.tooLarge.title')}: ${t('workspace.size.pixels', { width: error.width, height: error.height })}`;
      case 'device.outOfMemory':
      case 'device.workerStopped':
        return t('errors.device.workerStopped.text');
      case 'job.notLoaded':
        return t('errors.job.notLoaded.text');
      default:
        return t('errors.job.failed.text');
    }
  };
};
