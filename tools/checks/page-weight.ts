import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

interface Chunk {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
  readonly isDynamicEntry?: boolean
}

/** Vite's build manifest: chunks by their entry source. */
type Manifest = Readonly<Record<string, Chunk>>

export interface Weight {
  readonly requests: number
  /** Transfer size: that of the Brotli copy if there is one. */
  readonly bytes: number
}

/** A built console and the files that its pages load. */
export interface BuiltConsole {
  /** Whether a source has its own chunk, or is part of the named chunk. */
  has(source: string, chunk: string): boolean
  /**
   * Scripts and styles that `index.html` and the given sources load. A source that was merged with others is found by the name
   * of their chunk.
   * @throws {Error} if neither was built
   */
  filesOf(...sources: readonly (string | { readonly source: string; readonly chunk: string })[]): ReadonlySet<string>
  /** Chunks with these names, as far as they were built. */
  filesNamed(...names: readonly string[]): ReadonlySet<string>
  /** Static imports of a chunk. */
  importsOf(file: string): readonly string[]
  weigh(files: ReadonlySet<string>): Weight
  /** Sources that are loaded dynamically. */
  opened(): readonly string[]
  /** Chunks that statically import themselves through others. */
  circles(): readonly string[]
}

/** @throws {Error} if nothing has been built in the folder */
export function openBuiltConsole(folder: string): BuiltConsole {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'))
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const first = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file = '']) => file)
  const byFile = new Map(Object.entries(manifest).map(([name, { file }]) => [file, name]))

  const collect = (name: string, into: Set<string>) => {
    const chunk = manifest[name]
    if (chunk === undefined || into.has(chunk.file)) return
    into.add(chunk.file)
    for (const style of chunk.css ?? []) into.add(style)
    for (const imported of chunk.imports ?? []) collect(imported, into)
  }
  const nameOf = (source: string, chunk: string) =>
    source in manifest ? source : Object.keys(manifest).find((name) => manifest[name]?.name === chunk)
  const find = (source: string, chunk: string) => {
    const found = nameOf(source, chunk)
    if (found === undefined) throw new Error(`Nothing was built from ${source}`)
    return found
  }
  const needsItself = (name: string) => {
    const below = new Set<string>()
    for (const imported of manifest[name]?.imports ?? []) below.add(imported)
    for (const reached of below) for (const imported of manifest[reached]?.imports ?? []) below.add(imported)
    return below.has(name)
  }
  return {
    has: (source, chunk) => nameOf(source, chunk) !== undefined,
    filesOf(...sources) {
      const files = new Set<string>()
      for (const file of first) collect(byFile.get(file) ?? '', files)
      for (const file of first) files.add(file)
      for (const wanted of sources) {
        const { source, chunk } = typeof wanted === 'string' ? { source: wanted, chunk: wanted } : wanted
        collect(find(source, chunk), files)
      }
      return files
    },
    filesNamed(...names) {
      const chunks = Object.values(manifest).filter(({ name }) => names.includes(name ?? ''))
      return new Set(chunks.map(({ file }) => file))
    },
    importsOf(file) {
      return (manifest[byFile.get(file) ?? '']?.imports ?? []).flatMap((name) => manifest[name]?.file ?? [])
    },
    weigh(files) {
      const sizes = [...files].map((file) => sizeOf(join(folder, file)))
      return { requests: files.size, bytes: sizes.reduce((sum, size) => sum + size, 0) }
    },
    opened: () => Object.keys(manifest).filter((name) => name.startsWith('src/') && manifest[name]?.isDynamicEntry),
    circles: () => Object.keys(manifest).filter(needsItself),
  }
}

function sizeOf(path: string): number {
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
}
