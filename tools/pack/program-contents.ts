import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { besideProgram } from '../build/beside.mjs'
import { licenceIn } from '../checks/licence.ts'
import { root } from '../paths.mjs'
import { billOfMaterials } from './bill-of-materials.ts'
import { shippedPackages } from './shipped-packages.ts'

const workspaces = [
  'packages/cli',
  'packages/instance',
  'packages/contract',
  'packages/connector',
  'packages/console',
  // Separately installed packages are not part of the program.
  ...globSync('packages/connector-*', {
    cwd: root,
    exclude: besideProgram.map((name) => `packages/${name}`),
  }).toSorted(),
]

const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** Name, version and licence of the program, as in its package. */
export function programIdentity(): { readonly name: string; readonly version: string; readonly license: string } {
  const { name, version, license } = readJson('packages/cli/package.json')
  return { name, version, license }
}

/** Paths in the lock of the packages that the program includes. */
export const programPackages = () => shippedPackages(readJson('package-lock.json').packages, workspaces)

/** The program's bill of materials in CycloneDX, as text. */
export function programBill(): string {
  const { packages } = readJson('package-lock.json')
  const bill = billOfMaterials(packages, programPackages(), { ...programIdentity(), workspaces }, statedLicence)
  return `${JSON.stringify(bill, null, 2)}\n`
}

/** The lock omits licences in the legacy form. */
function statedLicence(path: string): string | undefined {
  const manifest = join(path, 'package.json')
  return existsSync(join(root, manifest)) ? licenceIn(readJson(manifest)) : undefined
}
