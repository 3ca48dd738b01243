import { globSync } from 'node:fs'
import { root } from '../paths.mjs'

/** A version that cannot be released as it is; the message says what to do. */
export class ReleaseError extends Error {}

/** Files that contain the version, by their paths in the repository. `CHANGELOG.md` has the place of the next release. */
export const versionFiles: readonly string[] = [
  'package.json',
  'package-lock.json',
  ...globSync('{bench,e2e,packages/*}/package.json', { cwd: root }).toSorted(),
  'packages/instance/src/platform/version.ts',
  'deploy/helm/millwright/Chart.yaml',
]

const semantic = /^(\d+)\.(\d+)\.(\d+)$/

/**
 * The files of a release, from those of the previous version.
 * @param files texts of `versionFiles`, of `CHANGELOG.md` and of `docs/operate/upgrade.md`
 * @param date of the release, as `2026-11-23`
 * @throws {ReleaseError} if the version is not a valid successor, or has no changelog entries
 */
export function nextRelease(
  files: ReadonlyMap<string, string>,
  version: string,
  date: string,
): ReadonlyMap<string, string> {
  const present = String(JSON.parse(textOf(files, 'package.json')).version)
  // The first release has the initial version of the repository.
  const isFirst = !/^## \[\d/m.test(textOf(files, 'CHANGELOG.md'))
  if (!semantic.test(version)) throw new ReleaseError(`'${version}' is no version. Name one such as ${present}.`)
  if (isLater(present, version) || (present === version && !isFirst))
    throw new ReleaseError(`${version} does not come after ${present}.`)
  if (!textOf(files, 'docs/operate/upgrade.md').includes(`### ${version}\n`))
    throw new ReleaseError(
      `docs/operate/upgrade.md has no notes for ${version}. Write what an upgrade asks of an operator.`,
    )
  const bumped = versionFiles.map((path): [string, string] => [path, bump(path, textOf(files, path), present, version)])
  return new Map([...bumped, ['CHANGELOG.md', changelogOf(textOf(files, 'CHANGELOG.md'), version, date)]])
}

/** The changelog section of a version; `null` if there is none. */
export function notesOf(changelog: string, version: string): string | null {
  const start = changelog.indexOf(`## [${version}]`)
  if (start < 0) return null
  const from = changelog.indexOf('\n', start) + 1
  const end = changelog.indexOf('\n## [', from)
  return changelog.slice(from, end < 0 ? undefined : end).trim()
}

function changelogOf(text: string, version: string, date: string): string {
  const notes = notesOf(text, 'Unreleased')
  if (notes === null || !notes.includes('- '))
    throw new ReleaseError('CHANGELOG.md has nothing under [Unreleased]. Note what has changed for those who use it.')
  return text.replace('## [Unreleased]\n', `## [Unreleased]\n\n## [${version}] - ${date}\n`)
}

/** Replaces the version itself and the versions of dependencies between our packages; other packages may have the same version. */
function bump(path: string, text: string, from: string, to: string): string {
  if (path === 'package-lock.json') return bumpLock(text, to)
  const quoted = from.replaceAll('.', '\\.')
  return text
    .replace(new RegExp(`("version": "|version = '|^version: )${quoted}`, 'm'), `$1${to}`)
    .replace(new RegExp(`^(appVersion: )${quoted}`, 'm'), `$1${to}`)
    .replaceAll(new RegExp(`("@?millwright[/\\w-]*": "\\^)${quoted}`, 'g'), `$1${to}`)
}

interface Lock {
  version: string
  packages: Record<
    string,
    { version?: string; dependencies?: Record<string, string>; devDependencies?: Record<string, string> }
  >
}

function bumpLock(text: string, to: string): string {
  const lock: Lock = JSON.parse(text)
  lock.version = to
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path.includes('node_modules')) continue
    if (entry.version !== undefined) entry.version = to
    for (const wanted of [entry.dependencies ?? {}, entry.devDependencies ?? {}])
      for (const name of Object.keys(wanted)) if (/^(@millwright\/|millwright$)/.test(name)) wanted[name] = `^${to}`
  }
  return `${JSON.stringify(lock, null, 2)}\n`
}

function isLater(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => (semantic.exec(version) ?? []).slice(1).map(Number))
  const at = [0, 1, 2].find((index) => a?.[index] !== b?.[index])
  return at !== undefined && (a?.[at] ?? 0) > (b?.[at] ?? 0)
}

function textOf(files: ReadonlyMap<string, string>, path: string): string {
  const text = files.get(path)
  if (text === undefined) throw new ReleaseError(`${path} is missing.`)
  return text
}
