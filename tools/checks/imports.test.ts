import { describe, expect, it } from 'vitest'
import { fragments } from './fragments.ts'
import { findCycle, importsOf } from './import-graph.ts'
import { wrongWays } from './import-rules.ts'
import { sourceFiles } from './source-files.ts'

describe('imports of the repository', () => {
  const imports = importsOf(sourceFiles())

  it('all follow the directions in ARCHITECTURE.md', () => {
    expect(wrongWays(imports)).toEqual([])
  })

  it('form no cycle', () => {
    expect(findCycle(imports)).toBeNull()
  })

  it('leave no small file that is only read together with another', () => {
    expect(fragments(sourceFiles(), imports)).toEqual([])
  })
})

describe('the import rules', () => {
  const wrong = (from: string, to: string, ours = true) => wrongWays([{ from, to, ours }]).length > 0

  it.each([
    ['packages/contract/src/a.ts', 'packages/instance/src/b.ts'],
    ['packages/contract/src/a.test.ts', 'packages/instance/src/b.ts'],
    ['packages/contract/src/a.ts', 'node:fs'],
    ['packages/contract/src/a.ts', 'fastify'],
    ['packages/console/src/app/a.ts', 'packages/instance/src/b.ts'],
    ['packages/console/src/features/roles/a.tsx', 'packages/console/src/features/apps/b.tsx'],
    ['packages/console/src/ui/a.tsx', 'packages/console/src/app/b.ts'],
    ['packages/instance/src/system/a.ts', 'packages/instance/src/http/b.ts'],
    ['packages/instance/src/a.ts', 'tools/b.ts'],
    ['packages/connector/src/a.ts', 'packages/connector-b/src/b.ts'],
    ['packages/connector-a/src/a.ts', 'packages/instance/src/b.ts'],
    ['packages/instance/src/subjects/a.ts', 'packages/connector-a/src/connectors.ts'],
  ])('reject %s → %s', (from, to) => {
    expect(wrong(from, to)).toBe(true)
  })

  it.each([
    ['packages/contract/src/a.ts', 'zod'],
    ['packages/contract/src/a.ts', 'packages/contract/src/b.ts'],
    ['packages/contract/src/a.test.ts', 'fast-check'],
    ['packages/console/src/app/a.test.tsx', 'packages/instance/src/testing/b.ts'],
    ['packages/console/src/features/admins/a.tsx', 'packages/console/src/features/people/b.tsx'],
    ['packages/instance/src/app.ts', 'packages/instance/src/http/b.ts'],
    ['packages/connector-a/src/a.ts', 'packages/connector/src/b.ts'],
    ['packages/instance/src/service-kinds.ts', 'packages/connector-a/src/connectors.ts'],
    ['packages/connector-a/src/a.test.ts', 'packages/instance/src/testing/b.ts'],
  ])('accept %s → %s', (from, to) => {
    expect(wrong(from, to)).toBe(false)
  })
})

describe('a small file beside the only one that imports it', () => {
  const complaints = (importer: string, text = 'export const b = 1\n') => {
    const files = [
      { path: 'packages/console/src/app/a.ts', text: importer },
      { path: 'packages/console/src/app/b.ts', text },
    ]
    return fragments(files, importsOf(files))
  }

  it('is to be moved there', () => {
    expect(complaints("import { b } from './b.ts'\n")).toEqual([expect.stringContaining('app/b.ts is small')])
  })

  it.each([
    ['is loaded later', "export const page = () => import('./b.ts')\n", undefined],
    ['has 40 lines', "import { b } from './b.ts'\n", 'export const b = 1\n'.repeat(40)],
    ['would make it too long', `import { b } from './b.ts'\n${'b()\n'.repeat(250)}`, undefined],
  ])('stays where it is if it %s', (_, importer, text) => {
    expect(complaints(importer, text)).toEqual([])
  })
})

describe('reading imports', () => {
  const read = (text: string) => importsOf([{ path: 'packages/contract/src/a.ts', text }]).map(({ to }) => to)

  it('recognizes every form of import, including multi-line ones', () => {
    const text = [
      "import 'one'",
      "import type { A } from 'two'",
      'import {',
      '  b,',
      "} from 'three'",
      "export { c } from 'four'",
      "const d = await import('five')",
    ]
    expect(read(text.join('\n'))).toEqual(['one', 'two', 'three', 'four', 'five'])
  })

  it('ignores comments', () => {
    expect(read("// import 'one'\n/* import 'two' */\nconst a = 'from'")).toEqual([])
  })

  it('finds a cycle', () => {
    const files = [
      { path: 'a.ts', text: "import './b.ts'" },
      { path: 'b.ts', text: "import './a.ts'" },
    ]
    expect(findCycle(importsOf(files))).toEqual(['a.ts', 'b.ts', 'a.ts'])
  })
})
