import { expect, it } from 'vitest'
import { billOfMaterials } from './bill-of-materials.ts'
import { type LockedPackages, shippedPackages } from './shipped-packages.ts'

const lock: LockedPackages = {
  'packages/program': { dependencies: { '@scope/direct': '^1' } },
  'node_modules/@scope/direct': {
    version: '1.0.0',
    license: 'MIT',
    dependencies: { deep: '^2' },
    integrity: 'sha512-AQID',
  },
  'node_modules/@scope/direct/node_modules/deep': { version: '2.0.0+a' },
  'node_modules/deep': { version: '1.0.0', license: 'ISC' },
  'node_modules/only-for-tests': { version: '1.0.0', license: 'ISC' },
}
const product = { name: 'program', version: '0.1.0', license: 'Apache-2.0', workspaces: ['packages/program'] }
const made = () => billOfMaterials(lock, shippedPackages(lock, product.workspaces), product, () => 'Zlib')

it('lists shipped packages with version, licence and hash, and nothing else', () => {
  expect(made()).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { type: 'application', name: 'program', version: '0.1.0' } },
    components: [
      {
        name: '@scope/direct',
        version: '1.0.0',
        purl: 'pkg:npm/%40scope/direct@1.0.0',
        licenses: [{ expression: 'MIT' }],
        hashes: [{ alg: 'SHA-512', content: '010203' }],
      },
      { name: 'deep', purl: 'pkg:npm/deep@2.0.0%2Ba', licenses: [{ expression: 'Zlib' }] },
    ],
  })
  expect(JSON.stringify(made())).not.toContain('only-for-tests')
})

it('lists dependencies between packages, resolved like Node', () => {
  expect(made()).toMatchObject({
    dependencies: [
      { ref: 'pkg:npm/program@0.1.0', dependsOn: ['pkg:npm/%40scope/direct@1.0.0'] },
      { ref: 'pkg:npm/%40scope/direct@1.0.0', dependsOn: ['pkg:npm/deep@2.0.0%2Ba'] },
      { ref: 'pkg:npm/deep@2.0.0%2Ba', dependsOn: [] },
    ],
  })
})

it('is the same for the same lock', () => {
  expect(JSON.stringify(made())).toBe(JSON.stringify(made()))
})
