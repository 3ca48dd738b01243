import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder, root } from '../paths.ts'
import { fingerprint } from './fingerprint.ts'
import type { Product } from './product.ts'

const everyProduct = ['package-lock.json', 'tsconfig.base.json']
const never = ['**/*.test.ts', '**/*.test.tsx']

/** Whether a product has to be built (again): its folder is missing or its sources are not what it was made from. */
export function isStale(product: Product): boolean {
  const path = stampPath(product)
  if (!existsSync(join(root, product.folder)) || !existsSync(path)) return true
  return readFileSync(path, 'utf8') !== sourcesOf(product)
}

/** What the sources are now, as one text. */
export function sourcesOf(product: Product): string {
  return fingerprint(root, { include: [...product.sources, ...everyProduct], exclude: never })
}

/** Remembers the sources that a product was made from. */
export function markBuilt(product: Product, sources: string): void {
  writeFileSync(stampPath(product), sources)
}

/** What the last build of a product made, as paths in its folder. */
export function madeLast(product: Product): readonly string[] {
  const path = listPath(product)
  if (!existsSync(path)) return []
  const names: unknown = JSON.parse(readFileSync(path, 'utf8'))
  return Array.isArray(names) ? names.map(String) : []
}

export function noteMade(product: Product, names: readonly string[]): void {
  writeFileSync(listPath(product), JSON.stringify(names))
}

function listPath(product: Product): string {
  return join(cacheFolder, `${product.name}.files`)
}

function stampPath(product: Product): string {
  return join(cacheFolder, `${product.name}.built`)
}
