import { useEffect, useState } from 'react';
import { availableBytes } from '../../engine/capability/choose.ts';
import { detectDevice } from '../../engine/capability/detect.ts';
import type { EncodeType } from '../../engine/types.ts';
import { type Converter, createConverter } from './converter.ts';

// The bundler sees this expression and makes a file of its own of the worker.
const startWorker = () =>
  new Worker(new URL('./convert.worker.ts', import.meta.url), { type: 'module', name: 'pictures' });

export type ConverterState = {
  readonly converter: Converter | null;
  /** Types that this browser can write; null until it is known. */
  readonly formats: readonly EncodeType[] | null;
};

/** The converter of this page, closed with it. */
export const useConverter = (): ConverterState => {
  const [state, setState] = useState<ConverterState>({ converter: null, formats: null });
  useEffect(() => {
    // Without `gpu`: the processor converts pictures, and asking for the graphics chip would start it for nothing.
    const { vendor, userAgent, maxTouchPoints, hardwareConcurrency } = navigator;
    const deviceMemory = 'deviceMemory' in navigator ? navigator.deviceMemory : undefined;
    const known = { vendor, userAgent, maxTouchPoints, hardwareConcurrency, deviceMemory } as unknown as Navigator;
    const limits = async () => {
      const device = await detectDevice({ navigator: known, scope: globalThis });
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
