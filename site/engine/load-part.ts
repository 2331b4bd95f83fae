import { stop } from './errors.ts';

/** A part of the program that has not arrived after this time is given up. */
const LOAD_MS = 40_000;

/**
 * Loads a part of a worker's program. Stops the task if it cannot be loaded, or does not arrive in time: the browser answers
 * later requests for it like the first one, so the worker has to be replaced.
 */
export async function loadPart<Part>(load: () => Promise<Part>, ms: number = LOAD_MS): Promise<Part> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${Math.round(ms / 1000)} seconds.`)), ms);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (error) {
    return stop({ code: 'job.notLoaded', details: String(error) });
  } finally {
    clearTimeout(timer);
  }
}
