import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Platform } from '@millwright/contract/wire/environment'

type Packages = NonNullable<Platform['packages']>

/** Reads the instance's dependencies with their installed versions, by name. */
export function readPackages(from: string = import.meta.dirname): Packages {
  const root = folderWith('package.json', from)
  if (root === null) return { error: 'The list of packages is not part of this installation.' }
  const { dependencies } = readManifest(join(root, 'package.json'))
  return Object.keys(dependencies)
    .sort()
    .flatMap((name) => {
      const folder = folderWith(join('node_modules', name, 'package.json'), root)
      return folder === null ? [] : [readManifest(join(folder, 'node_modules', name, 'package.json'))]
    })
    .map(({ name, version }) => ({ name, version }))
}

/** The nearest ancestor folder that contains the file, or `null`. */
function folderWith(file: string, from: string): string | null {
  if (existsSync(join(from, file))) return from
  const parent = dirname(from)
  return parent === from ? null : folderWith(file, parent)
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
}

function readManifest(file: string): Manifest {
  const { name = '', version = '', dependencies = {} } = JSON.parse(readFileSync(file, 'utf8'))
  return { name, version, dependencies }
}
