import { hash } from 'node:crypto';

/** First 16 hexadecimal digits of SHA-256: 64 bits, enough to tell the files of one site apart. */
export function hashOf(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex').slice(0, 16);
}
