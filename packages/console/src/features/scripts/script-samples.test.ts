import { isInstalled } from '@millwright/instance/subjects/integrations/scripts/script-service'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { describe, expect, test } from 'vitest'
import { scriptMembers } from './script-members.ts'
import { samples, starterText } from './script-samples.ts'

const instance = sharedInstance()
const { root: as, send } = instance

async function makeTable(): Promise<void> {
  const field = [
    { name: 'id', type: 'id' },
    { name: 'text', type: 'text', allow_null: true },
  ]
  await send('POST', 'db/_schema', { as, body: { resource: [{ name: 'note', field }] } })
}

const verbs = ['get', 'post', 'put', 'patch', 'delete'] as const
const phases = ['.pre_process', '.post_process', ''] as const

describe.each(samples.map(({ type }) => type).filter(isInstalled))('the starter code of %s', (type) => {
  test('takes every body and response of every event of a table', async () => {
    await makeTable()
    const names = ['_table.{table_name}', '_table.{table_name}.{id}'].flatMap((path) =>
      verbs.flatMap((verb) => phases.map((phase) => `db.${path}.${verb}${phase}`)),
    )
    for (const name of names) {
      const content = starterText(type, name, true)
      const body = { type, content, is_active: true, allow_event_modification: true }
      expect((await send('POST', `system/event_script/${name}`, { as, body })).status).toBeLessThan(300)
    }
    try {
      const call = async (verb: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) => {
        const answer = await send<Record<string, unknown>>(verb, `db/_table/${path}`, {
          as,
          ...(body !== undefined && { body }),
        })
        expect([verb, path, answer.status, JSON.stringify(answer.body)]).not.toContain(500)
        return answer
      }
      expect((await call('GET', 'note')).body).toEqual({ resource: [] })
      expect(await call('POST', 'note', { resource: [{ text: 'a' }, { text: 'b' }] })).toMatchObject({ status: 200 })
      expect(await call('POST', 'note', [{ text: 'c' }])).toMatchObject({ status: 200 })
      expect(await call('POST', 'note', { text: 'd' })).toMatchObject({ status: 200 })
      expect(await call('POST', 'note', { resource: { text: 'e' } })).toMatchObject({ status: 200 })
      expect((await call('POST', 'note')).status).toBe(400)
      expect((await call('POST', 'note', { resource: [] })).status).toBe(400)
      const long = 'x'.repeat(10_001)
      for (const body of [{ text: long }, [{ text: long }], { resource: [{ text: long }] }]) {
        const { status, body: refused } = await send<{ error: { message: string } }>('POST', 'db/_table/note', {
          as,
          body,
        })
        expect([status, refused.error.message]).toEqual([500, expect.stringContaining('text is too long')])
      }
      for (const verb of ['PUT', 'PATCH'] as const) {
        expect(await call(verb, 'note', { resource: [{ id: 1, text: 'f' }] })).toMatchObject({ status: 200 })
        expect(await call(verb, 'note?ids=1,2', { text: 'g' })).toMatchObject({ status: 200 })
        expect(await call(verb, 'note/1', { text: 'h' })).toMatchObject({ status: 200 })
      }
      const seen = expect.any(String)
      expect((await call('GET', 'note/1')).body).toEqual({ id: 1, text: 'h', read_at: seen })
      expect((await call('GET', 'note?ids=1')).body).toEqual({ resource: [{ id: 1, text: 'h', read_at: seen }] })
      expect((await call('GET', 'note?limit=1&include_count=true')).body).toMatchObject({
        resource: [{ id: 1, read_at: seen }],
        meta: { count: 5 },
      })
      expect((await call('GET', 'note?count_only=true')).body).toBe(5)
      expect((await call('GET', 'note?as_list=true')).body).toEqual({ resource: [1, 2, 3, 4, 5] })
      expect((await call('GET', 'note?file=a.csv')).status).toBe(200)
      expect((await call('GET', 'note/77')).status).toBe(404)
      expect(await call('DELETE', 'note/1')).toMatchObject({ status: 200 })
      expect(await call('DELETE', 'note', { ids: [2, 3] })).toMatchObject({ status: 200 })
      expect(await call('DELETE', 'note?force=true')).toMatchObject({ status: 200 })
    } finally {
      for (const name of names) await send('DELETE', `system/event_script/${name}`, { as })
      await send('DELETE', 'db/_schema/note', { as })
    }
  })
})

test.each(samples.map(({ type }) => type))(
  'the starter code of %s does without lists of records on servers that lack them',
  (type) => {
    const name = 'db._table.{table_name}'
    const before = starterText(type, `${name}.post.pre_process`, false) ?? ''
    const after = starterText(type, `${name}.get.post_process`, false) ?? ''
    expect(before.replaceAll(/[$'[\].]+/g, ' ')).toContain('event request payload resource')
    expect(after.replaceAll(/[$'[\].]+/g, ' ')).toContain('event response content resource')
    expect(before + after).not.toMatch(/(request|response)\W+records/)
    const offered = (hasRecords: boolean) => JSON.stringify(scriptMembers(type, hasRecords)).match(/"records"/g)?.length
    expect([offered(true), offered(false)]).toEqual([2, undefined])
  },
)
