import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface Chunk {
  readonly file: string
  readonly css?: readonly string[]
  readonly assets?: readonly string[]
}

/**
 * Keeps in a new build of the pages the files of the one before, so that pages which people have open still find what they
 * load later. Only of the one before: its own list says which these are.
 */
export function carryOver(before: string, fresh: string): void {
  const list = join(before, '.vite', 'manifest.json')
  if (!existsSync(list)) return
  const chunks = Object.values(JSON.parse(readFileSync(list, 'utf8')) as Record<string, Chunk>)
  for (const name of new Set(chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]))) {
    for (const each of [name, `${name}.br`]) {
      const target = join(fresh, each)
      if (existsSync(target) || !existsSync(join(before, each))) continue
      mkdirSync(dirname(target), { recursive: true })
      copyFileSync(join(before, each), target)
    }
  }
}
