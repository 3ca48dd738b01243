import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allTabs } from '@millwright/contract/access/tabs'
import type { Consent } from '@millwright/contract/records/connected-client'
import { createAccessToken } from '@millwright/instance/testing/access-tokens'
import { openTestInstance } from '@millwright/instance/testing/open-test-instance'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

const config = { exposed_services: ['sample'], allow_api_key_auth: true }
const record = { name: 'assistant', label: 'Assistant', type: 'mcp', is_active: true, config }
let folder: string
let origin: string
let address: string
let kept: string
let env: Record<string, string>
const { send, root, make, server } = sharedInstance({ config: { sampleData: true } })
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millwright-bridge-'))
  kept = join(folder, 'millwright', 'mcp.json')
  env = { PATH: process.env.PATH ?? '', XDG_CONFIG_HOME: folder }
  origin = await server.listen({ port: 0, host: '127.0.0.1' })
  address = `${origin}/mcp/assistant`
  await send('POST', 'system/service', { as: root, body: { resource: [record] } })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const args = (...more: string[]) => [join(import.meta.dirname, '..', 'main.ts'), ...more]

/** Starts the program and collects its output. */
function start(...more: string[]) {
  const child = spawn(process.execPath, args(...more), { env, stdio: ['pipe', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  const take = (chunk: unknown) => {
    output += String(chunk)
  }
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, ended, output: () => output }
}

async function connected(...more: string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: args('mcp', '--instance', address, ...more),
    env,
  })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return client
}

/** Allows the authorization request, and returns the URL to which the browser is redirected. */
async function allowed(authorization: string): Promise<string> {
  const { headers } = await fetch(authorization, { redirect: 'manual' })
  const request = new URL(headers.get('location') ?? '').searchParams.get('request')
  const answer = { request, decision: 'allow', scopes: ['mcp:read'], days: 1 }
  return (await send<{ location: string }>('POST', 'user/consent', { as: root, body: answer })).body.location
}

async function askedAddress(output: () => string): Promise<string> {
  await expect.poll(output).toMatch(/http\S+authorize\S+/)
  return /http\S+authorize\S+/.exec(output())?.[0] ?? ''
}

describe('millwright mcp', () => {
  it.each([
    [[], 2, 'needs --instance with the address of an MCP service'],
    [['--instance', 'ORIGIN'], 2, 'needs --instance with the address of an MCP service'],
    [['--instance', 'ADDRESS'], 1, 'Nobody is signed in'],
    [['--instance', 'ADDRESS', '--key-file', '/dev/null/x'], 1, 'The key in /dev/null/x cannot be read'],
  ])('rejects %j', async (given, code, sentence) => {
    const places: Record<string, string> = { ORIGIN: origin, ADDRESS: address }
    const { ended, output } = start('mcp', ...given.map((each) => places[each] ?? each))
    expect(await ended).toBe(code)
    expect(output()).toContain(sentence)
  })

  it('serves a data folder on which no instance runs, for a key that the service accepts', async () => {
    const instance = await openTestInstance({ config: { sampleData: true } })
    onTestFinished(instance.close)
    const { send, root, make, parts, server } = instance
    await send('POST', 'system/service', { as: root, body: { resource: [record] } })
    const role = await make.role({ access: [{ service_id: null, component: '*', verbs: ['GET'] }] })
    const { api_key: key } = await make.app({ role_id: role.id })
    const local = ['mcp', '--local', 'assistant', '--data', parts.config.dataFolder]

    const keyless = start(...local)
    expect(await keyless.ended).toBe(1)
    expect(keyless.output()).toContain('With --local, an API key is needed')

    const own = { ...env, MILLWRIGHT_SECRET: parts.config.secret ?? '', MCP_API_KEY: key }
    await server.close()
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: args(...local), env: own, stderr: 'ignore' }),
    )
    onTestFinished(() => client.close())
    const found = await client.callTool({ name: 'get_table_data', arguments: { table_name: 'contact', limit: 1 } })
    expect(found.structuredContent).toMatchObject({ rows: [{ id: 1 }] })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).not.toContain('delete_records')
  })

  it('sends an access token to a service that accepts sessions', async () => {
    const own = { ...record, name: 'open', config: { ...config, allow_session_auth: true } }
    await send('POST', 'system/service', { as: root, body: { resource: [own] } })
    const { token } = await createAccessToken({ send }, root, allTabs)
    const client = new Client({ name: 'test', version: '1' })
    const command = args('mcp', '--instance', `${origin}/mcp/open`)
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: command,
      env: { ...env, MILLWRIGHT_TOKEN: token },
    })
    await client.connect(transport)
    onTestFinished(() => client.close())
    expect((await client.listTools()).tools.length).toBeGreaterThan(0)
  })

  it('reports that the person denied access', async () => {
    const { ended, output } = start('mcp', 'login', '--instance', address)
    const back = new URL(await allowed(await askedAddress(output)))
    back.searchParams.delete('code')
    back.searchParams.set('error_description', 'The user denied the request.')
    await fetch(back)
    expect(await ended).toBe(1)
    expect(output()).toContain('The user denied the request.')
  })

  it('signs in through a local browser or a pasted URL, relays messages, and renews the token once for two concurrent processes', async () => {
    const first = start('mcp', 'login', '--instance', address)
    const asked = await askedAddress(first.output)
    const { port } = new URL(new URL(asked).searchParams.get('redirect_uri') ?? '')
    expect((await fetch(`http://127.0.0.1:${port}/callback?code=x&state=forged`)).status).toBe(404)
    expect((await fetch(await allowed(asked))).status).toBe(200)
    expect(await first.ended).toBe(0)

    const second = start('mcp', 'login', '--instance', address)
    const back = await allowed(await askedAddress(second.output))
    second.child.stdin.write(`nothing\n${back}\n`)
    expect(await second.ended).toBe(0)
    expect((await stat(kept)).mode & 0o777).toBe(0o600)

    const { tools } = await (await connected()).listTools()
    expect(tools.length).toBeGreaterThan(0)

    const stored = JSON.parse(await readFile(kept, 'utf8'))
    stored[address].tokens.access_token = 'mwo_a_'.padEnd(49, 'x')
    await writeFile(kept, JSON.stringify(stored))
    const clients = await Promise.all([connected(), connected()])
    for (const client of clients) expect((await client.listTools()).tools.length).toBe(tools.length)
  })

  it.each([
    ['allow', 0, 'Signed in at'],
    ['deny', 1, 'The user denied the request.'],
  ])('signs in with a code that is typed on another device; the response is %s', async (decision, code, sentence) => {
    const { ended, output } = start('mcp', 'login', '--device', '--instance', address)
    await expect.poll(output).toMatch(/[A-Z]{4}-[A-Z]{4}/)
    expect(output()).toContain(`${origin}/device`)
    const typed = /[A-Z]{4}-[A-Z]{4}/.exec(output())?.[0]
    const { body } = await send<Consent>('GET', `user/consent?user_code=${typed}`, { as: root })
    expect(body.client).toMatchObject({ name: 'Millwright bridge', destination: 'a device' })
    const answer = { request: body.request, decision, scopes: ['mcp:read'], days: 1 }
    expect((await send('POST', 'user/consent', { as: root, body: answer })).status).toBe(200)
    expect(await ended).toBe(code)
    expect(output()).toContain(sentence)
    if (decision === 'allow') expect((await (await connected()).listTools()).tools.length).toBeGreaterThan(0)
  })

  it('calls with a key from a file, and responds to requests that fail', async () => {
    const role = await make.role({ access: [{ service_id: null, component: '*', verbs: ['GET'] }] })
    const app = await make.app({ role_id: role.id })
    const file = join(folder, 'key')
    await writeFile(file, `${app.api_key}\n`)
    expect((await (await connected('--key-file', file)).listTools()).tools.length).toBeGreaterThan(0)
    await writeFile(file, 'wrong')
    await expect(connected('--key-file', file)).rejects.toThrow()
  })
})
