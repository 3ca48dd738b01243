import { join } from 'node:path'
import { build } from 'vite'
import { root } from '../paths.mjs'

/** Builds the console as static files, with a manifest that maps sources to files. */
export async function buildPages(folder: string): Promise<void> {
  await build({
    root: join(root, 'packages/console'),
    logLevel: 'warn',
    mode: 'production',
    build: { outDir: folder, emptyOutDir: true, manifest: true },
  })
}
