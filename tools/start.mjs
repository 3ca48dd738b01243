/**
 * `npm start`: builds what is stale in a separate process, which frees its memory, then serves in this one. Its imports are
 * plain JavaScript as well: the code for stripping types would stay in the server's memory.
 */
import { spawnSync } from 'node:child_process'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pages, program } from './build/product.mjs'
import { isStale } from './build/stale.mjs'
import { cacheFolder, root } from './paths.mjs'

if (isStale(program) || isStale(pages)) {
  console.error('Building …')
  const build = spawnSync(process.execPath, [join(root, 'tools', 'build.ts')], { stdio: ['ignore', 2, 2] })
  if (build.status !== 0) process.exit(build.status ?? 1)
}

enableCompileCache(join(cacheFolder, 'code'))
const main = join(root, program.folder, 'main.js')
process.argv[1] = main
await import(pathToFileURL(main).href)
