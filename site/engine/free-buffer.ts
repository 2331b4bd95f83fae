/**
 * Frees the memory of a buffer without waiting for garbage collection, which counts the small object and not its
 * megabytes. The buffer is empty afterwards.
 */
export function freeBuffer(buffer: ArrayBuffer): void {
  const { port1, port2 } = new MessageChannel();
  // Messages to a closed port are dropped, with what was transferred.
  port2.close();
  port1.postMessage(null, [buffer]);
  port1.close();
}
