/**
 * `npm run release -- VERSION [--dry-run] [--skip-audit]`: runs checks, writes the version to its files, packs, tries the
 * package, commits and tags. Publishes nothing. --dry-run leaves no changes; --skip-audit is for registries without
 * vulnerability data.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './paths.mjs'
import { nextRelease, notesOf, ReleaseError, versionFiles } from './release/next-release.ts'

const { values, positionals } = parseArgs({
  options: { 'dry-run': { type: 'boolean' }, 'skip-audit': { type: 'boolean' } },
  allowPositionals: true,
})

try {
  release(String(positionals[0] ?? ''), values['dry-run'] === true)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = error instanceof ReleaseError ? 2 : 1
}

function release(version: string, isTrial: boolean): void {
  const paths = [...versionFiles, 'CHANGELOG.md', 'docs/operate/upgrade.md']
  const files = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const made = nextRelease(files, version, new Date().toISOString().slice(0, 10))
  if (run('git', 'status', '--porcelain') !== '') throw new ReleaseError('There are changes that are not committed.')
  if (run('git', 'tag', '--list', `v${version}`) !== '') throw new ReleaseError(`There is a tag v${version} already.`)

  if (!values['skip-audit']) {
    step('Looking for known vulnerabilities in what ships')
    run('npm', 'audit', '--omit=dev', '--audit-level=high')
  }
  if (!isTrial) {
    step('Running every check')
    run('npm', 'test')
  }
  try {
    step(`Writing ${version} into its places`)
    for (const [path, text] of made) writeFileSync(join(root, path), text)
    step('Packing')
    const folder = join(root, 'release')
    mkdirSync(folder, { recursive: true })
    const archive = run(process.execPath, join(root, 'tools/pack.ts'), folder).split('\n').at(-1) ?? ''
    step('Trying the package')
    const said = run('npm', 'exec', '--offline', '--yes', `--package=${archive}`, '--', 'millwright', '--version')
    if (said !== version) throw new Error(`The package says that its version is ${said}.`)
    if (isTrial) {
      console.log(`${archive} would be released. Its notes:\n\n${notesOf(String(made.get('CHANGELOG.md')), version)}`)
      return
    }
    run('git', 'add', ...made.keys())
    run('git', 'commit', '--message', `Release ${version}`)
    run('git', 'tag', '--annotate', `v${version}`, '--message', `Millwright ${version}`)
    console.log(
      `${archive} is version ${version}. Push the branch and the tag v${version} when you are content with it.`,
    )
  } catch (error) {
    restore()
    throw error
  } finally {
    if (isTrial) restore()
  }
}

/** Reverts the version in its files; there were no other changes. */
function restore(): void {
  run('git', 'checkout', '--', ...versionFiles, 'CHANGELOG.md')
}

function run(command: string, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed.\n${error?.message ?? `${stdout}\n${stderr}`}`)
  return stdout.trim()
}

function step(sentence: string): void {
  console.error(`${sentence} …`)
}
