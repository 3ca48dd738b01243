import { createHash } from 'node:crypto'

/** SHA-256 of a text in base64url: a short name for a long key. */
export const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')
