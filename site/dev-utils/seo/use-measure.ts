import { useMemo } from 'react';
import { type Measure, SNIPPET, type SnippetPart } from './snippet.ts';
import { isInTable, widthOf } from './widths.ts';

/** Returns measures for lines of search results: by table if it covers all characters, else with the device's fonts. */
export const useMeasure = (): ((part: SnippetPart) => Measure) =>
  useMemo(() => {
    let context: CanvasRenderingContext2D | null = null;
    return (part) => (text) => {
      const { size } = SNIPPET[part];
      if (isInTable(text) || typeof document === 'undefined') return widthOf(text, size);
      context ??= document.createElement('canvas').getContext('2d');
      if (!context) return widthOf(text, size);
      context.font = `${size}px Arial, sans-serif`;
      return context.measureText(text).width;
    };
  }, []);
