import { createHash } from 'node:crypto'
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Which files a result is made from. */
export interface Inputs {
  /** Globs, relative to `root`. */
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

/** A text that changes when one of the files is added, removed, or changes its size or time of modification. */
export function fingerprint(root: string, { include, exclude }: Inputs): string {
  const hash = createHash('sha1')
  for (const path of globSync([...include], { cwd: root, exclude: [...exclude] }).sort()) {
    const { size, mtimeMs } = statSync(join(root, path))
    hash.update(`${path}\0${size}\0${mtimeMs}\n`)
  }
  return hash.digest('hex')
}
