import { describe, expect, it } from 'vitest'
import { completeLock, missingOptional } from './complete-lock.ts'

const parent = {
  version: '1.0.0',
  license: 'MIT',
  optionalDependencies: { 'tool-linux-x64': '1.0.0', 'tool-darwin-arm64': '1.0.0' },
}

describe('a lock that lacks platforms', () => {
  const lock = {
    packages: { '': {}, 'node_modules/tool': parent, 'node_modules/tool-linux-x64': { version: '1.0.0' } },
  }

  it('lists what npm ci would reject', () => {
    expect(missingOptional(lock).map(({ path }) => path)).toEqual(['node_modules/tool-darwin-arm64'])
  })

  it('is completed with entries that only the other platform installs', () => {
    const complete = completeLock(lock)
    expect(missingOptional(complete)).toEqual([])
    expect(complete.packages).toHaveProperty(['node_modules/tool-darwin-arm64'], {
      version: '1.0.0',
      license: 'MIT',
      optional: true,
      os: ['darwin'],
      cpu: ['arm64'],
    })
  })

  it('stays unchanged if a name contains no platform', () => {
    const odd = { packages: { 'node_modules/tool': { optionalDependencies: { 'pg-native': '1.0.0' } } } }
    expect(completeLock(odd)).toEqual(odd)
  })

  it('finds a package that is nested or in a parent folder', () => {
    const nested = {
      packages: {
        'node_modules/a/node_modules/tool': parent,
        'node_modules/a/node_modules/tool-linux-x64': {},
        'node_modules/tool-darwin-arm64': {},
      },
    }
    expect(missingOptional(nested)).toEqual([])
  })
})
