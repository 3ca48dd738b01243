import { createSecretKey } from 'node:crypto'
import type { SigningKeys } from '../platform/vault.ts'

const key = createSecretKey(Buffer.alloc(32))

/** Keys that sign tokens, the same in every process of a test. */
export const zeroKeys: SigningKeys = { current: key, accepted: [key] }
