import { useLocale, useSite } from '@safelight/sitegen/runtime';
import type { ImageRef } from '@safelight/sitegen/types';
import { VideoPlayer } from '../ui/VideoPlayer.tsx';

type VideoProps = {
  /** What the video shows: its caption and its accessible name. */
  readonly label: string;
  readonly src: ImageRef;
  /** Picture that is shown before the video plays. The build checks that it has the proportions of the video. */
  readonly poster: ImageRef;
  /** WebVTT file in the language of the article. */
  readonly captions: ImageRef;
};

/** The block `::video` of an article. It needs no script. */
export const Video = ({ label, src, poster, captions }: VideoProps) => {
  const { base } = useSite();
  const { language, name } = useLocale();
  const url = (file: ImageRef) => (/^\/(?!\/)/.test(file.src) ? base + file.src : file.src);
  return (
    <figure>
      <VideoPlayer
        src={url(src)}
        label={label}
        poster={{ src: url(poster), width: src.width || poster.width, height: src.height || poster.height }}
        captions={{ src: url(captions), language, name }}
      />
      <figcaption>{label}</figcaption>
    </figure>
  );
};
