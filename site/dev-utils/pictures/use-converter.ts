import { useEffect, useState } from 'react';
import { availableBytes } from '../../engine/capability/choose.ts';
import { detectDevice } from '../../engine/capability/detect.ts';
import type { EncodeType } from '../../engine/types.ts';
import { type Converter, createConverter } from './converter.ts';

// Vite recognises this expression and bundles the worker as a file of its own.
const startWorker = () =>
  new Worker(new URL('./convert.worker.ts', import.meta.url), { type: 'module', name: 'pictures' });

export type ConverterState = {
  readonly converter: Converter | null;
  /** Types that this browser can encode; null until known. */
  readonly formats: readonly EncodeType[] | null;
};

/** The page's converter, closed when the component unmounts. */
export const useConverter = (): ConverterState => {
  const [state, setState] = useState<ConverterState>({ converter: null, formats: null });
  useEffect(() => {
    // Without `gpu`: pictures are converted on the CPU, and requesting an adapter would power up the GPU.
    const { vendor, userAgent, maxTouchPoints, hardwareConcurrency } = navigator;
    const deviceMemory = 'deviceMemory' in navigator ? navigator.deviceMemory : undefined;
    const reportedNavigator = {
      vendor,
      userAgent,
      maxTouchPoints,
      hardwareConcurrency,
      deviceMemory,
    } as unknown as Navigator;
    const limits = async () => {
      const device = await detectDevice({ navigator: reportedNavigator, scope: globalThis });
      return { canvas: device.canvas, memory: availableBytes(device) };
    };
    const converter = createConverter({ startWorker, limits });
    setState({ converter, formats: null });
    converter.call({ kind: 'formats' }).then((outcome) => {
      if (outcome.ok) setState({ converter, formats: outcome.value });
    });
    return () => converter.close();
  }, []);
  return state;
};
