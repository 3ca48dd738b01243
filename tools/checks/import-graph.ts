import { dirname, join } from 'node:path'
import type { SourceFile } from './source-files.ts'

export interface Import {
  readonly from: string
  /** Path of a file of the repository, or the specifier of a package. */
  readonly to: string
  readonly ours: boolean
}

const statement =
  /(?:^|[\n;])\s*(?:import|export)\s(?:[^'";]*?\sfrom\s*)?['"]([^'"\n]+)['"]|\bimport\s*\(\s*['"]([^'"\n]+)['"]\s*\)/g

/** All imports of files: types, values, and dynamic imports. */
export function importsOf(files: readonly SourceFile[]): readonly Import[] {
  const known = new Set(files.map(({ path }) => path))
  return files.flatMap(({ path, text }) =>
    [...withoutComments(text).matchAll(statement)].map((match) => {
      const written = match[1] ?? match[2] ?? ''
      const ours = resolveOurs(path, written, known)
      return { from: path, to: ours ?? written, ours: ours !== null }
    }),
  )
}

/** The first cycle found along imports, as the files on it; `null` if there is none. */
export function findCycle(imports: readonly Import[]): readonly string[] | null {
  const next = new Map<string, string[]>()
  for (const { from, to, ours } of imports) if (ours) next.set(from, [...(next.get(from) ?? []), to])
  const done = new Set<string>()
  const walk = (file: string, trail: readonly string[]): readonly string[] | null => {
    const at = trail.indexOf(file)
    if (at >= 0) return [...trail.slice(at), file]
    if (done.has(file)) return null
    for (const target of next.get(file) ?? []) {
      const cycle = walk(target, [...trail, file])
      if (cycle !== null) return cycle
    }
    done.add(file)
    return null
  }
  for (const file of next.keys()) {
    const cycle = walk(file, [])
    if (cycle !== null) return cycle
  }
  return null
}

function resolveOurs(from: string, written: string, known: ReadonlySet<string>): string | null {
  if (written.startsWith('.')) {
    const path = join(dirname(from), written)
    return known.has(path) ? path : null
  }
  const [, name, subpath] = /^@millwright\/([^/]+)\/(.+)$/.exec(written) ?? []
  if (name === undefined) return null
  const path = `packages/${name}/src/${subpath}`
  return [`${path}.ts`, `${path}.tsx`].find((candidate) => known.has(candidate)) ?? `${path}.ts`
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}
