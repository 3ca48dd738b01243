import { fileURLToPath } from 'node:url'

/** A file of the repository, by its path from there. */
export const fromRoot = (path: string): string => fileURLToPath(new URL(`../../../../../${path}`, import.meta.url))
