import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { besideProgram } from '../build/beside.mjs'
import { missingOptional } from '../lock/complete-lock.ts'
import { programPackages } from '../pack/program-contents.ts'
import { shippedPackages } from '../pack/shipped-packages.ts'
import { root } from '../paths.mjs'
import { isPermissive, licenceIn } from './licence.ts'

interface LockedPackage {
  readonly license?: string
}

const maxOwnPackages = 150

const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const lock: { readonly packages: Readonly<Record<string, LockedPackage>> } = readJson('package-lock.json')

/** The lock omits licences in the legacy form; packages that are not installed have none. */
const statedIn = (path: string) =>
  existsSync(join(root, path)) ? licenceIn(readJson(join(path, 'package.json'))) : undefined

const beside = besideProgram.map((name) => `packages/${name}/package.json`)

describe.each(globSync('packages/*/package.json', { cwd: root, exclude: beside }))('%s', (path) => {
  const manifest = readJson(path)

  it('exports files by their names, and no barrel', () => {
    expect(manifest.exports).toEqual({ './*': './src/*.ts' })
    expect(manifest).not.toHaveProperty('main')
  })

  it('has the licence and the version of the repository', () => {
    const { license, version } = readJson('package.json')
    expect(manifest).toMatchObject({ license, version, type: 'module' })
  })
})

describe('dependencies', () => {
  it('of the program are permissively licensed', () => {
    const shipped = programPackages()
    const refused = shipped.filter((path) => !isPermissive(lock.packages[path]?.license ?? statedIn(path)))
    expect(shipped.length).toBeGreaterThan(maxOwnPackages)
    expect(refused.map((path) => `${path}: ${lock.packages[path]?.license}`)).toEqual([])
  })

  it.each(beside)('of %s, which is installed separately, are not part of the program', (path) => {
    const { version, license, dependencies } = readJson(path)
    const shipped = shippedPackages(lock.packages, ['packages/cli', 'packages/instance'])
    for (const name of Object.keys(dependencies)) expect(shipped).not.toContain(`node_modules/${name}`)
    expect({ version, license }).toEqual({ version: readJson('package.json').version, license: 'Apache-2.0' })
  })

  it('of the instance itself, without connectors, are few', () => {
    expect(shippedPackages(lock.packages, ['packages/instance']).length).toBeLessThanOrEqual(maxOwnPackages)
  })

  it('are locked for every platform (npm run lock fixes it)', () => {
    expect(missingOptional(lock).map(({ path }) => path)).toEqual([])
  })
})

describe('a licence expression', () => {
  it.each(['MIT', 'ISC', 'Apache-2.0', '(MIT OR GPL-3.0)', 'MIT AND Zlib', 'BlueOak-1.0.0'])(
    '%s is permissive',
    (text) => {
      expect(isPermissive(text)).toBe(true)
    },
  )

  it('may be a list of names in old manifests', () => {
    expect(licenceIn({ licenses: [{ type: 'MIT' }] })).toBe('MIT')
    expect(licenceIn({ licenses: [{ type: 'MIT' }, { type: 'GPL-3.0' }] })).toBe('MIT OR GPL-3.0')
    expect(licenceIn({})).toBeUndefined()
  })

  it.each(['GPL-3.0', 'MIT AND GPL-2.0', 'LGPL-3.0-or-later', 'UNLICENSED', undefined])(
    '%s is not permissive',
    (text) => {
      expect(isPermissive(text)).toBe(false)
    },
  )
})
