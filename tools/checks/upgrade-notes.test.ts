import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { version } from '../../packages/instance/src/platform/version.ts'
import { migrations, schemaVersion } from '../../packages/instance/src/store/migrations/migrate.ts'
import { root } from '../paths.mjs'

it('say which schema this version brings, and from which one nodes can be replaced one at a time', () => {
  const page = readFileSync(join(root, 'docs/operate/upgrade.md'), 'utf8')
  const [, notes = ''] = page.split(`### ${version}\n`)
  const [own = ''] = notes.split('\n### ')
  expect(own).toMatch(new RegExp(`^\\| Schema \\|.* ${schemaVersion} \\|$`, 'm'))
  const lastIncompatible = migrations.findLast(({ compatible }) => compatible !== true)
  expect(own).toMatch(new RegExp(`^\\| Rolling upgrade \\|.*schema ${lastIncompatible?.number}\\b`, 'm'))
})
