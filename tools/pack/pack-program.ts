import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildStale } from '../build/build-stale.ts'
import { type Product, pages, program } from '../build/product.mjs'
import { madeLast } from '../build/stale.mjs'
import { root } from '../paths.mjs'
import { notices } from './notices.ts'
import { programBill, programIdentity, programPackages } from './program-contents.ts'

/**
 * Packs the program as one npm package without dependencies (docs/operate/install.md).
 * @param destination existing folder for the archive
 * @returns path of the archive
 * @throws {Error} from the bundler or npm
 */
export async function packProgram(destination: string): Promise<string> {
  await buildStale()
  const folder = mkdtempSync(join(tmpdir(), 'millwright-pack-'))
  try {
    fill(folder)
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', destination]
    const run = spawnSync(npm, args, { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' })
    if (run.status !== 0) throw new Error(`npm pack failed: ${run.stderr ?? run.error?.message}`)
    const { name, version } = manifest()
    return join(destination, `${name}-${version}.tgz`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Lays out the package: the files of the last build, without those retained for running servers. */
function fill(folder: string): void {
  copyMade(program, join(folder, 'program'))
  copyMade(pages, join(folder, 'program', 'console'))
  cpSync(join(root, 'packages/cli/bin'), join(folder, 'bin'), { recursive: true })
  for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, file), join(folder, file))
  cpSync(join(root, 'packages/cli/README.md'), join(folder, 'README.md'))
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), notices(root, programPackages()))
  writeFileSync(join(folder, 'millwright.cdx.json'), programBill())
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
}

function copyMade(product: Product, target: string): void {
  for (const file of madeLast(product).filter((name) => !name.startsWith('.vite'))) {
    mkdirSync(dirname(join(target, file)), { recursive: true })
    cpSync(join(root, product.folder, file), join(target, file))
  }
}

function manifest() {
  const { description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { name, version, license } = programIdentity()
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    bin: { millwright: 'bin/millwright.cjs' },
    engines: { node: '>=24' },
    files: ['bin', 'program', 'CHANGELOG.md', 'THIRD-PARTY-NOTICES.txt', 'millwright.cdx.json'],
  }
}
