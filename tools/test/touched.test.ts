import { describe, expect, it } from 'vitest'
import { sourceFiles } from '../checks/source-files.ts'
import { placeOf, touchedTests, withinBudget } from './touched.ts'

const subject = 'packages/instance/src/subjects/some'
const tests = [
  `${subject}/files/list.test.ts`,
  `${subject}/files/ftp/ftp.test.ts`,
  `${subject}/roles/roles.test.ts`,
  'packages/contract/src/wire/csv.test.ts',
]
const link = (from: string, to: string) => ({ from, to, ours: true })
const imports = [
  link(`${subject}/files/list.ts`, 'packages/contract/src/wire/csv.ts'),
  link(`${subject}/files/list.test.ts`, `${subject}/files/list.ts`),
  link('packages/instance/src/compose.ts', `${subject}/files/list.ts`),
  link(`${subject}/roles/roles.test.ts`, 'packages/instance/src/compose.ts'),
]
const touched = (...changed: readonly string[]) => touchedTests(tests, imports, changed)

describe('the tests that a difference touches', () => {
  it('are none for files that nothing imports and no test stands beside', () => {
    expect(touched('docs/api.md')).toEqual([])
    expect(touched()).toEqual([])
  })

  it('are not those that import a file only through what assembles everything', () => {
    expect(touched(`${subject}/files/list.ts`)).not.toContain(`${subject}/roles/roles.test.ts`)
    expect(touched('packages/instance/src/compose.ts')).toEqual([`${subject}/roles/roles.test.ts`])
  })

  it('are those that import it, and those of its subject, nearest first', () => {
    expect(touched(`${subject}/files/list.ts`)).toEqual([
      `${subject}/files/list.test.ts`,
      `${subject}/files/ftp/ftp.test.ts`,
    ])
    expect(touched('packages/contract/src/wire/csv.ts')).toEqual([
      'packages/contract/src/wire/csv.test.ts',
      `${subject}/files/list.test.ts`,
    ])
  })

  it('include a changed test', () => {
    expect(touched(`${subject}/roles/roles.test.ts`)).toEqual([`${subject}/roles/roles.test.ts`])
  })

  it('are few by their folder alone, wherever the change is', () => {
    const tests = sourceFiles().filter(({ path }) => path.includes('.test.'))
    const places = Map.groupBy(tests, ({ path }) => placeOf(path))
    const crowded = [...places].map(([place, { length }]) => ({ place, length })).filter(({ length }) => length > 50)
    expect(crowded).toEqual([])
  })
})

describe('a budget', () => {
  it('takes files in order while they fit, and returns what is left', () => {
    const seconds: Readonly<Record<string, number>> = { a: 3, b: 5, c: 2 }
    expect(withinBudget(['a', 'b', 'c'], (file) => seconds[file] ?? 0, 5)).toEqual({ taken: ['a', 'c'], left: ['b'] })
  })
})
