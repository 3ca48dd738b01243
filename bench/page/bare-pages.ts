import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { brotliFiles } from '../../packages/console/build/brotli-files.ts'

export interface BarePages extends AsyncDisposable {
  readonly url: string
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
}

/** Builds React with only a form, and with only a table, and serves them with maximum Brotli compression. */
export async function serveBarePages(folder: string, rows: readonly unknown[]): Promise<BarePages> {
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'warn',
    plugins: [react(), brotliFiles()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      rollupOptions: { input: ['form', 'table'].map((name) => join(import.meta.dirname, `${name}.html`)) },
    },
  })
  const data = brotliCompressSync(JSON.stringify(rows))
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = join(folder, pathname)
    response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream')
    if (pathname === '/rows.json') return response.setHeader('content-encoding', 'br').end(data)
    if (!existsSync(path)) return response.writeHead(404).end()
    if (!existsSync(`${path}.br`)) return response.end(readFileSync(path))
    return response.setHeader('content-encoding', 'br').end(readFileSync(`${path}.br`))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The bare pages have no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
