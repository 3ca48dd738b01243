import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRequestSender } from '../../../platform/outgoing/ask.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { bitbucket, github } from './hosts.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const script = 'event.response.content.from = "repository"'

/** Responses of the hosts, by path and query. */
const answers: Readonly<Record<string, unknown>> = {
  '/users/ours/repos?page=1&per_page=50': [{ name: 'scripts' }],
  '/repos/ours/scripts/contents/?ref=main': [{ name: 'a.js', path: 'a.js', type: 'file' }],
  '/repos/ours/scripts/contents/in/a.js?ref=main': {
    name: 'a.js',
    type: 'file',
    encoding: 'base64',
    content: base64(script),
  },
  '/api/v4/groups/ours/projects?page=1&per_page=50': [{ name: 'scripts' }],
  '/api/v4/projects/ours%2Fscripts/repository/files/in%2Fa.js?ref=main': {
    encoding: 'base64',
    content: base64(script),
  },
  '/api/v4/projects/ours%2Fscripts/repository/tree?ref=main&per_page=100': [{ name: 'in', path: 'in', type: 'tree' }],
  '/repositories/ours?page=1&pagelen=50': { values: [{ name: 'scripts' }] },
  '/repositories/ours/scripts/src/main/in/a.js?format=meta': { type: 'commit_file', path: 'in/a.js' },
  '/repositories/ours/scripts/src/main/in/a.js': script,
}

describe('repositories', () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { url = '', headers } = request
    asked.push(`${url} ${headers.authorization ?? headers['private-token'] ?? ''}`)
    const answer = answers[url]
    if (headers['private-token'] === 'wrong') return void response.writeHead(401).end('{"message":"401 Unauthorized"}')
    if (answer === undefined) return void response.writeHead(404).end('{"message":"Not Found"}')
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  })
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  afterAll(() => new Promise((resolve) => server.close(resolve)))
  let base: string
  beforeAll(() => {
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })

  const { send, root, make } = sharedInstance({ config: { allowPrivateHosts: ['127.0.0.1'], sampleData: true } })
  const as = root
  const add = async (name: string, token: string) => {
    const config = { base_url: base, namespace: 'ours', token }
    const body = { resource: [{ name, type: 'gitlab', config, is_active: true }] }
    const made = await send<{ resource: { id: number }[] }>('POST', 'system/service', { as, body })
    return made.body.resource[0]?.id
  }
  let id: number | undefined
  beforeAll(async () => {
    id = await add('code', 'secret')
    await add('closed', 'wrong')
  })

  it.each([
    ['code/_repo/scripts/in/none.js?branch=main', 404],
    ['code/_repo/none', 404],
    ['code/other', 404],
    ['closed/_repo', 401],
  ])('reject %s with %i, like their host', async (path, status) => {
    expect((await send('GET', path, { as })).status).toBe(status)
  })

  it('can be read with the right role, however the path is encoded', async () => {
    const access = [{ service_id: id ?? 0, component: '_repo/scripts', verbs: ['GET'] as const }]
    const role = await make.role({ access })
    const { id: app_id, api_key: key } = await make.app()
    const user = await make.user({ roles: [{ app_id, role_id: role.id }] })
    expect((await send('POST', 'code/_repo', { as })).status).toBe(400)
    expect((await send('GET', 'code/_repo/scripts?branch=main', { as: user, key })).status).toBe(200)
    expect((await send('GET', 'code/_repo/scripts?branch=main&path=in/a.js', { as: user, key })).status).toBe(403)
  })

  it('list their contents', async () => {
    expect((await send('GET', 'code/_repo', { as })).body).toEqual({ resource: [{ name: 'scripts' }] })
    const folder = await send('GET', 'code/_repo/scripts?branch=main', { as })
    expect(folder.body).toEqual({ resource: [{ name: 'in', path: 'in', type: 'dir' }] })
    const file = await send('GET', 'code/_repo/scripts?branch=main&path=in/a.js', { as })
    expect(file.body).toMatchObject({ name: 'a.js', type: 'file', encoding: 'base64', content: base64(script) })
    const text = await send('GET', 'code/_repo/scripts?branch=main&path=in/a.js&content=1', { as })
    expect(text.body).toBe(script)
    expect(asked.at(-1)).toContain('secret')
  })

  it('behave the same for every kind of host', async () => {
    const ask = createRequestSender({ allowPrivateHosts: ['*'], longest: 1000 })
    const place = { repository: 'scripts', path: 'in/a.js', reference: 'main' }
    for (const host of [github, bitbucket]) {
      const account = host({ vendor: 'ours', token: 't' }, ask, base)
      expect(await account.repositories(1, 50)).toEqual([{ name: 'scripts' }])
      expect(await account.entry(place)).toMatchObject({ name: 'a.js', type: 'file', content: base64(script) })
      expect(asked.at(-1)).toMatch(/(token|Bearer) t$/)
      await expect(account.entry({ ...place, path: 'none' })).rejects.toMatchObject({ status: 404 })
    }
  })

  it('provide scripts, which are cached until the cache is cleared', async () => {
    const name = 'sample._table.customer.get.post_process'
    const link = { storage_service_id: id, scm_repository: 'scripts', scm_reference: 'main', storage_path: 'in/a.js' }
    const body = { type: 'nodejs', is_active: true, allow_event_modification: true, ...link }
    await send('POST', `system/event_script/${name}`, { as, body })
    const before = asked.length
    for (const _ of [1, 2]) {
      expect((await send('GET', 'sample/_table/customer?limit=1', { as })).body).toMatchObject({ from: 'repository' })
    }
    expect(asked.length).toBe(before + 1)
    expect((await send('DELETE', `system/cache/_event/${name}`, { as })).body).toEqual({ success: true })
    await send('GET', 'sample/_table/customer?limit=1', { as })
    expect(asked.length).toBe(before + 2)
    const refused = await send('DELETE', `system/service/${id}`, { as })
    expect(refused).toMatchObject({ status: 409, body: { error: { context: { event_script: [name] } } } })
    expect((await send('DELETE', `system/service/${id}?force=true`, { as })).status).toBe(200)
    const left = await send('GET', `system/event_script/${name}`, { as })
    expect(left.body).toMatchObject({ storage_service_id: null, storage_path: 'in/a.js' })
  })
})
