import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')
const suite = join(dirname(manifest), 'dist', 'index.js')
const client = join(import.meta.dirname, '..', 'testing', 'conformance-client.ts')

/** Runs a scenario of the official suite against the bridge. */
function run(scenario: string): Promise<{ code: number | null; told: string }> {
  const command = `'${process.execPath}' '${client}'`
  const child = spawn(
    process.execPath,
    [suite, 'client', '--command', command, '--scenario', scenario, '--timeout', '100000'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let told = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      told += String(piece)
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, told }))
  })
}

/** The scenarios for interactive clients, which docs/wire/mcp.md lists; the others need features that the bridge does not have. */
const scenarios = [
  'metadata-default',
  'metadata-var1',
  'metadata-var2',
  'metadata-var3',
  'metadata-issuer-mismatch',
  'scope-from-www-authenticate',
  'scope-from-scopes-supported',
  'scope-omitted-when-undefined',
  'scope-retry-limit',
  'token-endpoint-auth-basic',
  'token-endpoint-auth-post',
  'token-endpoint-auth-none',
  'resource-mismatch',
  'offline-access-scope',
  'offline-access-not-supported',
  'iss-supported',
  'iss-not-advertised',
  'iss-supported-missing',
  'iss-wrong-issuer',
  'iss-unexpected',
  'iss-normalized',
]

it.each(scenarios)('the bridge passes the sign-in scenario of the official suite: %s', async (scenario) => {
  const { code, told } = await run(`auth/${scenario}`)
  expect({ code, told: code === 0 ? '' : told.slice(-6_000) }).toEqual({ code: 0, told: '' })
})
