import { useEffect, useState } from 'react';

export type Picture = { readonly url: string; readonly width: number; readonly height: number };

/** Object URL and size of a chosen file; null until it has loaded. */
export const usePicture = (file: File | null): Picture | null => {
  const [picture, setPicture] = useState<Picture | null>(null);
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    const image = new Image();
    image.onload = () => setPicture({ url, width: image.naturalWidth, height: image.naturalHeight });
    image.src = url;
    return () => {
      image.onload = null;
      setPicture(null);
      URL.revokeObjectURL(url);
    };
  }, [file]);
  return picture;
};
