import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../paths.mjs'
import { nextRelease, notesOf, versionFiles } from './next-release.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const changelog =
  '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- More.\n\n## [0.1.0] - 2026-01-01\n\n### Added\n\n- All.\n'
const files = (changes: Readonly<Record<string, string>> = {}) =>
  new Map([
    ...versionFiles.map((path): [string, string] => [path, read(path)]),
    ['CHANGELOG.md', changelog],
    ['docs/operate/upgrade.md', '### 9.0.0\n'],
    ...Object.entries(changes),
  ])
const release = (version = '9.0.0', changes = {}) => nextRelease(files(changes), version, '2026-12-24')

describe('a release is rejected', () => {
  it.each(['9', '9.0.0-rc.1', 'v9.0.0'])('as %s', (version) => {
    expect(() => release(version)).toThrow('is no version')
  })

  it('for the current version, or an earlier one', () => {
    const { version } = JSON.parse(read('package.json'))
    for (const old of [version, '0.0.1']) expect(() => release(old)).toThrow(`${old} does not come after ${version}.`)
  })

  it('without a changelog entry or an upgrade note', () => {
    const none = { 'CHANGELOG.md': changelog.replace('- More.', '') }
    expect(() => release('9.0.0', none)).toThrow('nothing under [Unreleased]')
    expect(() => release('10.0.0')).toThrow('docs/operate/upgrade.md has no notes for 10.0.0.')
  })
})

describe('a release', () => {
  it('updates its version in every place, and no other', () => {
    const made = release()
    for (const path of versionFiles) {
      const before = read(path).split('\n')
      const after = String(made.get(path)).split('\n')
      const changed = after.filter((line, index) => line !== before[index])
      expect(changed.length, path).toBeGreaterThan(0)
      expect(after.length, path).toBe(before.length)
      for (const line of changed) expect(line, path).toContain('9.0.0')
    }
    expect(made.get('packages/cli/package.json')).toContain('"@millwright/instance": "^9.0.0"')
  })

  it('takes the unreleased changes as its notes', () => {
    const text = String(release().get('CHANGELOG.md'))
    expect(text).toContain('## [Unreleased]\n\n## [9.0.0] - 2026-12-24\n\n### Added\n\n- More.\n\n## [0.1.0]')
    expect(notesOf(text, '9.0.0')).toBe('### Added\n\n- More.')
    expect(notesOf(text, '0.1.0')).toBe('### Added\n\n- All.')
    expect(notesOf(text, '0.0.9')).toBeNull()
  })

  it('may be the first one, with the initial version of the repository', () => {
    const { version } = JSON.parse(read('package.json'))
    const first = {
      'CHANGELOG.md': changelog.slice(0, changelog.indexOf('## [0.1.0]')),
      'docs/operate/upgrade.md': `### ${version}\n`,
    }
    expect(release(version, first).get('CHANGELOG.md')).toContain(`## [${version}] - 2026-12-24`)
  })
})
