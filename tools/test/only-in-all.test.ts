import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../paths.mjs'
import { declaredTouched, onlyInAll } from './only-in-all.ts'

const globs = onlyInAll.flatMap(({ files, about = [] }) => [...files, ...about])

test.each(globs)('%s names files that exist', (glob) => {
  expect(globSync(glob, { cwd: root })).not.toEqual([])
})

test('a change of what files are about touches them, and no other change does', () => {
  expect(declaredTouched(['packages/console/src/ui/button.tsx'])).toContain('e2e/journeys/barriers-phone.test.ts')
  expect(declaredTouched(['README.md'])).toEqual([])
})
