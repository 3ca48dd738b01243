import { fileURLToPath } from 'node:url'

/** Absolute path of a file, from its path in the repository. */
export const fromRoot = (path: string): string => fileURLToPath(new URL(`../../../../../${path}`, import.meta.url))
