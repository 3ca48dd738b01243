import { join } from 'node:path'
import { build } from 'vite'
import { root } from '../paths.ts'
import { compressFolder } from './compress-folder.ts'

/** Builds the console as static files and compresses them as far as Brotli goes. */
export async function buildPages(folder: string): Promise<void> {
  await build({
    root: join(root, 'packages/console'),
    logLevel: 'warn',
    mode: 'production',
    build: { outDir: folder, emptyOutDir: true, manifest: true },
  })
  await compressFolder(folder)
}
