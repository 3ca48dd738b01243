import { hasHaProxy, openHaProxy } from '@millwright/instance/testing/counterparts/haproxy'
import { hasPostgresPrograms, openPostgresServer } from '@millwright/instance/testing/counterparts/postgres-server'
import { officialClient } from '@millwright/instance/testing/mcp/official-client'
import { expect, onTestFinished, test } from 'vitest'
import { type Api, signIn } from '../harness/api.ts'
import { openInspector } from '../harness/inspector.ts'
import { firstAdmin, startInstance } from '../harness/instance.ts'

test.skipIf(!hasPostgresPrograms || !hasHaProxy)(
  'the official client and inspector sign in and call tools of both kinds, with each message sent to another of three nodes',
  async () => {
    const database = await openPostgresServer({ durable: false })
    onTestFinished(database.close)
    const settings = {
      MILLWRIGHT_DATABASE_URL: database.url,
      MILLWRIGHT_SECRET: '5a'.repeat(32),
      MILLWRIGHT_SAMPLE: '0',
    }
    const first = await startInstance(settings)
    const nodes = [first, ...(await Promise.all([startInstance(settings), startInstance(settings)]))]
    onTestFinished(() => Promise.all(nodes.map((node) => node[Symbol.asyncDispose]())).then(() => undefined))
    const proxy = await openHaProxy(nodes.map(({ url }) => url))
    onTestFinished(proxy.close)
    await expect.poll(proxy.nodesUp).toBe(nodes.length)

    const api = await signIn(proxy.url, firstAdmin)
    const { hostname, port, username, pathname } = new URL(database.url)
    const config = { host: hostname, port: Number(port), username, database: pathname.slice(1) }
    await add(api, { name: 'stock', type: 'pgsql', config })
    const field = [{ name: 'id', type: 'id' }]
    const table = await api.call('POST', 'stock/_schema', { resource: [{ name: 'item', field }] })
    expect(table.status).toBeLessThan(300)
    await api.call('POST', 'stock/_table/item', { resource: [1, 2, 3, 4, 5].map((id) => ({ id })) })
    await add(api, { name: 'assistant', type: 'mcp', config: { exposed_services: ['stock'] } })
    await add(api, { name: 'helper', type: 'system_mcp', config: { allow_writes: true } })
    const known = async (url: string) => (await fetch(`${url}/mcp/helper`, { method: 'POST' })).status
    for (const { url } of nodes) await expect.poll(() => known(url)).toBe(401)

    for (const mode of ['auto', 'legacy'] as const) {
      const { client: data, token } = await officialClient(
        new URL(`${proxy.url}/mcp/assistant`),
        deciding(api, ['mcp:read']),
        mode,
      )
      for (let at = 0; at < 4; at++) {
        const args = { table_name: 'item', order: 'id', limit: 1, offset: at }
        const found = await data.callTool({ name: 'get_table_data', arguments: args })
        expect(found.structuredContent ?? found.content).toMatchObject({ rows: [{ id: at + 1 }], next_offset: at + 1 })
      }
      const { contents } = await data.readResource({ uri: 'millwright://stock/table/item' })
      expect(JSON.stringify(contents)).toContain('id')
      await data.close()

      const { inspect, close } = await openInspector(new URL(`${proxy.url}/mcp/assistant`), token)
      onTestFinished(close)
      const { tools } = await inspect('tools/list', '--strict')
      expect(names(tools)).toContain('get_table_data')
      const args = ['--tool-name', 'get_table_data', '--tool-arg', 'table_name=item', 'order=id', 'limit=1']
      expect(await inspect('tools/call', ...args)).toMatchObject({ structuredContent: { rows: [{ id: 1 }] } })
      const uri = 'millwright://stock/table/item'
      expect(await inspect('resources/read', '--uri', uri)).toMatchObject({ contents: [{ uri }] })
      expect(names((await inspect('prompts/list')).prompts)).toContain('explore')
      await expect(inspect('tools/call', '--tool-name', 'create_role')).rejects.toThrow(/not found/)
    }

    const { client: system, token } = await officialClient(
      new URL(`${proxy.url}/mcp/helper`),
      deciding(api, ['mcp:read', 'mcp:admin']),
    )
    const role = { name: 'create_role', arguments: { name: 'made by an assistant' } }
    expect((await system.callTool(role)).isError ?? false).toBe(false)
    const update = { id: 1, patch: { description: 'Changed by an assistant.' } }
    const asked = await system.callTool({ name: 'update_role', arguments: update })
    const told = JSON.stringify(asked.content)
    expect(told).toContain('Not done yet')
    const confirmation = /confirmation: ([^"\s]+)/.exec(told)?.[1]
    const again = { name: 'update_role', arguments: { ...update, confirmation } }
    expect((await system.callTool(again)).isError ?? false).toBe(false)
    // A confirmation used on one node is used up on all.
    expect(JSON.stringify((await system.callTool(again)).content)).toContain('too old or used')
    await system.close()

    const { inspect, close } = await openInspector(new URL(`${proxy.url}/mcp/helper`), token)
    onTestFinished(close)
    expect(names((await inspect('tools/list', '--strict')).tools)).toContain('update_role')
    const listed = await inspect('tools/call', '--tool-name', 'list_roles')
    expect(JSON.stringify(listed.structuredContent)).toContain('made by an assistant')
    const stranger = await openInspector(new URL(`${proxy.url}/mcp/assistant`), token)
    onTestFinished(stranger.close)
    await expect(stranger.inspect('tools/list')).rejects.toThrow()
  },
  240_000,
)

function names(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.map(({ name }: { name: string }) => name) : []
}

async function add(api: Api, service: object): Promise<void> {
  const record = { label: 'An assistant', is_active: true, ...service }
  const { status, body } = await api.call('POST', 'system/service', { resource: [record] })
  expect({ status, body }).toMatchObject({ status: 201 })
}

/** Approves or denies a client's authorization request, as a person does in the console. */
function deciding(api: Api, scopes: readonly string[]) {
  return async (authorization: URL): Promise<URL> => {
    const sent = await fetch(authorization, { redirect: 'manual' })
    const request = new URL(sent.headers.get('location') ?? '', authorization).searchParams.get('request')
    const { body } = await api.call('POST', 'user/consent', { request, decision: 'allow', scopes, days: 1 })
    return new URL(String(body.location))
  }
}
