type VideoPlayerProps = {
  readonly src: string;
  /** Accessible name. */
  readonly label: string;
  /** Picture that is shown before it plays; its size reserves the space of the video. */
  readonly poster?: { readonly src: string; readonly width: number; readonly height: number };
  /** WebVTT file with the BCP 47 tag and the name of its language. A visitor's own video has none. */
  readonly captions?: { readonly src: string; readonly language: string; readonly name: string };
  readonly className?: string | undefined;
};

/** A video with the browser's own controls. Only its size and duration are loaded before it plays. */
export const VideoPlayer = ({ src, label, poster, captions, className }: VideoPlayerProps) => (
  // biome-ignore lint/a11y/useMediaCaption: a visitor's own video has no captions
  <video
    className={className}
    src={src}
    poster={poster?.src}
    width={poster?.width || undefined}
    height={poster?.height || undefined}
    preload="metadata"
    controls={true}
    playsInline={true}
    aria-label={label}
  >
    {captions && (
      <track kind="captions" src={captions.src} srcLang={captions.language} label={captions.name} default={true} />
    )}
  </video>
);
