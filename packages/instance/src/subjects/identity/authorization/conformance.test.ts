import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { freePort } from '../../../testing/installed-program.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const { server, send, root } = sharedInstance()

it('passes the scenarios of the official conformance suite for authorization servers', async () => {
  const port = await freePort()
  const callback = `http://127.0.0.1:${port}/callback`
  const config = { oauth_client_id: 'suite', redirect_uris: [callback] }
  const record = { name: 'assistant', label: 'Assistant', type: 'mcp', is_active: true, config }
  expect((await send('POST', 'system/service', { as: root, body: { resource: [record] } })).status).toBe(201)
  const issuer = `${await server.listen({ port: 0, host: '127.0.0.1' })}/mcp/assistant`

  const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')
  const program = join(dirname(manifest), 'dist', 'index.js')
  const args = ['authorization', '--url', issuer, '--client-id', 'suite', '--resource', issuer, '--port', String(port)]
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let told = ''
  let asked = false
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      told += String(piece)
      const address = /^(http\S+\/authorize\?\S+)\n/m.exec(told)?.[1]
      if (address === undefined || asked) return
      asked = true
      decide(address).catch((error: unknown) => {
        told += `Nobody could decide: ${String(error)}`
        child.kill()
      })
    })
  }
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect({ code, told: code === 0 ? '' : told }).toEqual({ code: 0, told: '' })
  expect(told).toContain('Waiting up to 5 minutes')
  expect(told).not.toMatch(/FAILURE|SKIPPED/)
})

/** Acts like a person at a browser. */
async function decide(address: string): Promise<void> {
  const sent = await fetch(address, { redirect: 'manual' })
  const request = new URL(sent.headers.get('location') ?? '', address).searchParams.get('request')
  const body = { request, decision: 'allow', scopes: ['mcp:read'], days: 1 }
  const answer = await send<{ location: string }>('POST', 'user/consent', { as: root, body })
  await fetch(answer.body.location)
}
