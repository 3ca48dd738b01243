import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json')
const program = join(dirname(manifest), 'clients', 'launcher', 'build', 'index.js')

/**
 * Returns what the official inspector's command line prints about an MCP service. Throws its output if it exits with a code other than
 * 0.
 */
export type Inspect = (method: string, ...args: readonly string[]) => Promise<Readonly<Record<string, unknown>>>

/** Prepares the inspector with a token and a temporary home folder, which is removed afterwards. */
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
