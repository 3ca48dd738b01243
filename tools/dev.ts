/**
 * `npm run dev`: the instance from its sources, restarted on changes, and the console from its own, at one URL. Flags and
 * variables are those of `npm start`; the instance listens on the next port.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { root } from './paths.mjs'

const port = Number(process.env.MILLWRIGHT_PORT ?? 8080)
const target = `http://127.0.0.1:${port + 1}`

const instance = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', join(root, 'packages/cli/src/main.ts'), 'serve', ...process.argv.slice(2)],
  { stdio: 'inherit', env: { ...process.env, MILLWRIGHT_PORT: String(port + 1) } },
)
instance.once('exit', (code) => process.exit(code ?? 1))

const pages = await createServer({
  root: join(root, 'packages/console'),
  server: { host: '127.0.0.1', port, strictPort: true, proxy: { '/api/': target, '/millwright.json': target } },
})
await pages.listen()
console.log(`Console from sources at http://127.0.0.1:${port}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    instance.removeAllListeners('exit')
    instance.kill(signal)
    pages.close().finally(() => process.exit(0))
  })
}
