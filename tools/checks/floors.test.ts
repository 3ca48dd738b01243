import { describe, expect, it } from 'vitest'
import { folderCircles, upwardImports } from './floors.ts'
import { importsOf } from './import-graph.ts'
import { sourceFiles } from './source-files.ts'

const between = (from: string, to: string) => ({
  from: `packages/instance/src/${from}`,
  to: `packages/instance/src/${to}`,
  ours: true,
})

const imports = importsOf(sourceFiles())

it('floors of the instance import nothing from floors above them', () => {
  expect(upwardImports(imports)).toEqual([])
})

it('folders of a package do not depend on each other in circles', () => {
  expect(folderCircles(imports)).toEqual([])
})

describe('an import', () => {
  it.each([
    ['platform/clock.ts', 'store/store.ts'],
    ['records/reader.ts', 'subjects/identity/roles/role.ts'],
    ['subjects/identity/roles/role.ts', 'subjects/operation/apps/app.ts'],
    ['subjects/identity/roles/role.ts', 'http/server.ts'],
    ['subjects/identity/apps/app.ts', 'subjects/elsewhere/app.ts'],
    ['http/server.ts', 'compose.ts'],
    ['gateway/parts.ts', 'somewhere/else.ts'],
  ])('leads upwards from %s to %s', (from, to) => {
    expect(upwardImports([between(from, to)])).toHaveLength(1)
  })

  it.each([
    ['store/store.ts', 'platform/clock.ts'],
    ['subjects/identity/roles/role.ts', 'subjects/ground/models/role-model.ts'],
    ['compose.ts', 'http/server.ts'],
    ['platform/clock.test.ts', 'testing/test-clock.ts'],
  ])('does not lead upwards from %s to %s', (from, to) => {
    expect(upwardImports([between(from, to)])).toEqual([])
  })
})

describe('folders', () => {
  const roles = between('subjects/identity/roles/role.ts', 'subjects/identity/apps/parts/app.ts')

  it('are in a circle that one or more others close, at any depth', () => {
    const back = between('subjects/identity/apps/app.ts', 'subjects/identity/roles/model/role-model.ts')
    const apps = between('subjects/identity/apps/app.ts', 'subjects/identity/people/user.ts')
    const people = between('subjects/identity/people/user.ts', 'subjects/identity/roles/role.ts')
    expect(folderCircles([roles, back])).toHaveLength(1)
    expect(folderCircles([roles, apps, people])).toEqual([
      expect.stringMatching(/roles → .*apps → .*people → .*roles: .*role\.ts → .*app\.ts, /),
    ])
    expect(folderCircles([roles, apps])).toEqual([])
  })

  it('may be nested', () => {
    const nested = [
      between('subjects/data/files/files.ts', 'subjects/data/files/s3/s3.ts'),
      between('subjects/data/files/s3/s3.ts', 'subjects/data/files/files.ts'),
    ]
    expect(folderCircles(nested)).toEqual([])
  })
})
