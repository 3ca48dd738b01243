import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json')
const program = join(dirname(manifest), 'clients', 'launcher', 'build', 'index.js')

/** What the official inspector's command line tells of an MCP service. Throws what it says when it ends with another code than 0. */
export type Inspect = (method: string, ...args: readonly string[]) => Promise<Readonly<Record<string, unknown>>>

/** The inspector, let in by a token, with a home of its own that nothing is left of. */
export async function openInspector(
  address: URL,
  token: string,
): Promise<{ inspect: Inspect; close(): Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'millwright-inspector-'))
  const env = { PATH: process.env.PATH ?? '', HOME: home }
  const first = [program, '--cli', address.href, '--transport', 'http', '--header', `Authorization: Bearer ${token}`]
  return {
    async inspect(method, ...args) {
      const { stdout } = await run(process.execPath, [...first, '--method', method, ...args], { cwd: home, env })
      return JSON.parse(stdout)
    },
    close: () => rm(home, { recursive: true, force: true }),
  }
}
