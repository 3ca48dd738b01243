import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../paths.mjs'
import { isTest } from './source-files.ts'
import { featuresIn, storeFeatures } from './store-features.ts'

const instance = 'packages/instance/src'
/** Where statements for the instance's own store are written. `databases` writes those of services. */
const places = [
  `${instance}/store/**/*.ts`,
  `${instance}/subjects/**/*.ts`,
  `${instance}/engines/postgres/postgres-engine.ts`,
]
const isOfServices = (path: string) => path.startsWith(`${instance}/subjects/data/databases/`)

it('finds features in code, not in comments', () => {
  expect(featuresIn("const sql = 'select 1 for update skip locked'")).toEqual(['FOR UPDATE', 'SKIP LOCKED'])
  expect(featuresIn('/** Uses LISTEN. */\n// pg_notify\nconst one = 1')).toEqual([])
})

it('what the own store asks of a database is listed for those who replace PostgreSQL', () => {
  const sources = globSync(places, { cwd: root }).filter((path) => !isTest(path) && !isOfServices(path))
  const used = new Set(sources.flatMap((path) => featuresIn(readFileSync(join(root, path), 'utf8'))))
  const page = readFileSync(join(root, 'docs/operate/sizing.md'), 'utf8')
  const [, section = ''] = page.split('## Databases compatible with PostgreSQL')
  const listed = [...section.matchAll(/^\| (.+?) \|/gm)]
    .map(([, name]) => String(name))
    .filter((name) => name in storeFeatures)
  expect(new Set(listed)).toEqual(used)
})
