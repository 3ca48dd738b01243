import { spawnSync } from 'node:child_process'
import { root } from '../paths.mjs'

export interface Difference {
  /** What the working tree is compared with, in words. */
  readonly base: string
  /** Changed, added and deleted files, relative to the repository. */
  readonly files: readonly string[]
}

/**
 * What differs from a commit: committed, uncommitted and new files. By default that is `origin/main`, or without such a branch
 * the previous commit. `null` without a history to compare with.
 *
 * @throws {Error} if git does not know a given commit
 */
export function differenceTo(base?: string): Difference | null {
  const known = [...(base === undefined ? ['origin/main', 'HEAD~'] : [base])].find((name) => commitOf(name) !== null)
  if (known === undefined) {
    if (base === undefined) return null
    throw new Error(`git knows no commit ${base}.`)
  }
  const since = git('merge-base', known, 'HEAD')?.trim() ?? known
  const changed = git('diff', '--name-only', '--no-renames', since) ?? ''
  const added = git('ls-files', '--others', '--exclude-standard') ?? ''
  return { base: known, files: [...new Set(`${changed}${added}`.split('\n').filter((path) => path !== ''))] }
}

const commitOf = (name: string) => git('rev-parse', '--verify', '--quiet', `${name}^{commit}`)

/** The output of a git command; `null` if it fails. */
function git(...args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout : null
}
