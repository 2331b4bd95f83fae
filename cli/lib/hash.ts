import { hash } from 'node:crypto';

/** Returns the first 16 hexadecimal digits of SHA-256. 64 bits are enough to distinguish the files of one site. */
export function hashOf(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex').slice(0, 16);
}
