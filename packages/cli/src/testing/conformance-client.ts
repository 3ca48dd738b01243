/**
 * The client that the official suite starts: signs the bridge in, as a person with a browser would, and talks through it to the service at
 * the URL in the last argument. Only the bridge command itself needs its own process.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { logIn } from '../mcp/log-in.ts'

const address = process.argv.at(-1) ?? ''
const folder = await mkdtemp(join(tmpdir(), 'millwright-conformance-'))
const env = { PATH: process.env.PATH ?? '', XDG_CONFIG_HOME: folder }

async function signIn(): Promise<void> {
  let opened: Promise<unknown> | null = null
  const print = (line: string) => {
    const authorization = /^ {2}(http\S+)$/m.exec(line)?.[1]
    if (authorization !== undefined) opened ??= fetch(authorization)
  }
  await logIn({ operands: [], flags: { instance: address }, env, consoleFolder: null, print })
  await opened
}

async function callEverything(): Promise<void> {
  const client = new Client({ name: 'conformance', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const args = [join(import.meta.dirname, '..', 'main.ts'), 'mcp', '--instance', address]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }))
  try {
    const { tools } = await client.listTools()
    for (const { name } of tools) await client.callTool({ name, arguments: {} })
  } finally {
    await client.close()
  }
}

try {
  await signIn()
  await callEverything()
} finally {
  await rm(folder, { recursive: true, force: true })
}
