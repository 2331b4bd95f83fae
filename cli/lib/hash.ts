import { hash } from 'node:crypto';

/**
 * Returns the first 16 hexadecimal digits of the SHA-256 hash. 64 bits are enough to distinguish the files of one site.
 */
export function hashOf(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex').slice(0, 16);
}
