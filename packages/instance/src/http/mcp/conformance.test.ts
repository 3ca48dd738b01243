import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instanceCaller } from '../../request/caller.ts'
import { createProtocolHandler } from '../../subjects/integrations/mcp/protocol/mcp-handler.ts'
import { conformanceServer } from '../../testing/mcp/conformance-server.ts'
import { callConformanceTool } from '../../testing/mcp/conformance-tools.ts'
import { ownOrigins } from '../origins.ts'
import { createServer } from '../server.ts'
import { addMcp } from './mcp-routes.ts'

/**
 * Scenarios that only this revision has, and that need a stateful session (docs/wire/mcp.md): requests from the server to the
 * client, and the session id, whose absence the suite warns about.
 */
const needSessions = [
  'tools-call-sampling',
  'tools-call-elicitation',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
  'server-sse-multiple-streams',
]

describe('the official conformance suite', () => {
  const failures: unknown[] = []
  const server = createServer({ bodyLimit: 1_000_000, trustedProxies: [], log: (text) => failures.push(text) })
  const handler = createProtocolHandler(conformanceServer, {
    bodyLimit: 1_000_000,
    callPlainly: callConformanceTool,
    pace: { every: 5_000, patience: 60_000 },
  })
  let folder = ''
  let url = ''

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millwright-conformance-'))
    addMcp(server, {
      version: { refusal: null },
      corsRules: () => [],
      origins: ownOrigins(null, { closestTo: () => null, note: () => undefined }),
      publicUrl: null,
      bounds: { values: 1_000_000 },
      failed: (error) => failures.push(error),
      door: ({ request, origin, linkOrigin, address, failed }) => {
        const from = {
          origin,
          linkOrigin,
          address,
          failed,
          sentToken: null,
          scopes: null,
          clientName: null,
          agent: null,
          isCounted: false,
        }
        return handler.answer(request, { ...from, caller: instanceCaller('conformance') })
      },
    })
    url = `${await server.listen({ port: 0, host: '127.0.0.1' })}/mcp/conformance`
  })
  afterAll(async () => {
    await handler.close()
    await server.close()
    await rm(folder, { recursive: true })
  })

  it.each([
    ['2026-07-28', []],
    ['2025-11-25', needSessions],
  ] as const)('passes for %s, except for %j', async (revision, expected) => {
    const baseline = join(folder, `${revision}.yml`)
    await writeFile(baseline, JSON.stringify({ server: expected }))
    const args = ['server', '--url', url, '--requirements', revision, '--expected-failures', baseline]
    const { code, told } = await run([...args, '--output-dir', folder], folder)
    expect({ code, told: code === 0 ? '' : told.slice(-6_000) }).toEqual({ code: 0, told: '' })
    expect(failures).toEqual([])
  })
})

/** Runs the suite as a command-line program, its only interface. */
function run(args: readonly string[], cwd: string): Promise<{ code: number | null; told: string }> {
  const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')
  const program = join(dirname(manifest), 'dist', 'index.js')
  const child = spawn(process.execPath, [program, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  let told = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (told += String(piece)))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, told }))
  })
}
