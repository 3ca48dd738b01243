import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder, root } from '../paths.mjs'
import { buildPages } from './build-pages.ts'
import { buildProgram } from './build-program.ts'
import { carryOver, filesIn } from './carry-over.ts'
import { withLock } from './lock.ts'
import { type Product, pages, program } from './product.mjs'
import { replaceFolder } from './replace-folder.ts'
import { isStale, madeLast, markBuilt, noteMade, sourcesOf } from './stale.mjs'

/**
 * Builds stale products and returns them. Concurrent calls, even from two processes, do the work once. A product appears in its
 * folder atomically.
 *
 * @throws {Error} from the bundler
 */
export async function buildStale(): Promise<readonly Product[]> {
  const all: readonly (readonly [Product, (folder: string) => Promise<void>])[] = [
    [program, buildProgram],
    [pages, buildPages],
  ]
  if (!all.some(([product]) => isStale(product))) return []
  mkdirSync(cacheFolder, { recursive: true })
  return withLock(join(cacheFolder, 'build.lock'), async () => {
    const built: Product[] = []
    for (const [product, build] of all.filter(([each]) => isStale(each))) {
      const sources = sourcesOf(product)
      const folder = join(root, product.folder)
      let made: readonly string[] = []
      await replaceFolder(folder, async (fresh) => {
        await build(fresh)
        made = filesIn(fresh)
        carryOver(folder, fresh, madeLast(product))
      })
      noteMade(product, made)
      markBuilt(product, sources)
      built.push(product)
    }
    return built
  })
}
