/**
 * What the official suite starts as a client: signs the bridge in, as a person with a browser would, and speaks through it to the service at the
 * last argument.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const address = process.argv.at(-1) ?? ''
const folder = await mkdtemp(join(tmpdir(), 'millwright-conformance-'))
const env = { PATH: process.env.PATH ?? '', XDG_CONFIG_HOME: folder }
const program = (...args: string[]) => [join(import.meta.dirname, '..', 'main.ts'), ...args, '--instance', address]

async function signIn(): Promise<void> {
  const child = spawn(process.execPath, program('mcp', 'login'), { env, stdio: ['pipe', 'pipe', 'inherit'] })
  let told = ''
  let opened: Promise<unknown> | null = null
  child.stdout.on('data', (chunk) => {
    told += String(chunk)
    const authorization = /^ {2}(http\S+)\n/m.exec(told)?.[1]
    if (authorization !== undefined) opened ??= fetch(authorization)
  })
  const [code] = await once(child, 'close')
  await opened
  if (code !== 0) throw new Error('Nobody was signed in.')
}

async function callEverything(): Promise<void> {
  const client = new Client({ name: 'conformance', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StdioClientTransport({ command: process.execPath, args: program('mcp'), env }))
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
