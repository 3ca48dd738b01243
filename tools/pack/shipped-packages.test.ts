import { expect, it } from 'vitest'
import { type LockedPackages, shippedPackages } from './shipped-packages.ts'

const lock: LockedPackages = {
  'packages/program': { dependencies: { own: '1', direct: '^1' } },
  'packages/own': { dependencies: { shared: '^2' } },
  'node_modules/own': { link: true },
  'node_modules/direct': { version: '1.0.0', dependencies: { shared: '^1' }, optionalDependencies: { absent: '*' } },
  'node_modules/direct/node_modules/shared': { version: '1.5.0', dependencies: { deep: '*' } },
  'node_modules/shared': { version: '2.0.0' },
  'node_modules/deep': { version: '3.0.0', dependencies: { direct: '*' } },
  'node_modules/only-for-tests': { version: '1.0.0' },
}

it('finds the dependencies of a program as Node resolves them, each once', () => {
  expect(shippedPackages(lock, ['packages/program'])).toEqual([
    'node_modules/deep',
    'node_modules/direct',
    'node_modules/direct/node_modules/shared',
  ])
})

it('finds the dependencies of several workspaces', () => {
  expect(shippedPackages(lock, ['packages/program', 'packages/own'])).toContain('node_modules/shared')
})
