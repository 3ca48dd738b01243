import { describe, expect, it } from 'vitest'
import { mutualImports, upwardImports } from './floors.ts'
import { importsOf } from './import-graph.ts'
import { sourceFiles } from './source-files.ts'

const between = (from: string, to: string) => ({
  from: `packages/instance/src/${from}`,
  to: `packages/instance/src/${to}`,
  ours: true,
})

describe('floors of the instance', () => {
  const imports = importsOf(sourceFiles())

  it('import nothing from floors above them', () => {
    expect(upwardImports(imports)).toEqual([])
  })

  it('have no two folders that import each other', () => {
    expect(mutualImports(imports)).toEqual([])
  })
})

describe('an import', () => {
  it.each([
    ['platform/clock.ts', 'store/store.ts'],
    ['records/reader.ts', 'subjects/roles/role.ts'],
    ['subjects/roles/role.ts', 'http/server.ts'],
    ['http/server.ts', 'compose.ts'],
    ['gateway/parts.ts', 'somewhere/else.ts'],
  ])('leads upwards from %s to %s', (from, to) => {
    expect(upwardImports([between(from, to)])).toHaveLength(1)
  })

  it.each([
    ['store/store.ts', 'platform/clock.ts'],
    ['subjects/roles/role.ts', 'subjects/models/role-model.ts'],
    ['compose.ts', 'http/server.ts'],
    ['platform/clock.test.ts', 'testing/test-clock.ts'],
  ])('does not lead upwards from %s to %s', (from, to) => {
    expect(upwardImports([between(from, to)])).toEqual([])
  })
})

describe('two folders', () => {
  it('import each other at any depth', () => {
    const there = between('subjects/roles/role.ts', 'subjects/apps/parts/app.ts')
    const back = between('subjects/apps/app.ts', 'subjects/roles/model/role-model.ts')
    expect(mutualImports([there, back])).toHaveLength(1)
    expect(mutualImports([there])).toEqual([])
  })

  it('may be nested', () => {
    const imports = [
      between('subjects/files/files.ts', 'subjects/files/s3/s3.ts'),
      between('subjects/files/s3/s3.ts', 'subjects/files/files.ts'),
    ]
    expect(mutualImports(imports)).toEqual([])
  })
})
