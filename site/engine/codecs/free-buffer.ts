/**
 * Frees the memory of a buffer that nobody uses any more, without waiting for a collection: engines count the small object,
 * not its megabytes. The buffer is empty after that.
 */
export function freeBuffer(buffer: ArrayBuffer): void {
  const { port1, port2 } = new MessageChannel();
  // What is sent to a closed port is dropped.
  port2.close();
  port1.postMessage(null, [buffer]);
  port1.close();
}
