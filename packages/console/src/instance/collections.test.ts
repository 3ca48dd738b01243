import type { Role } from '@millwright/contract/records/role'
import type { Session } from '@millwright/contract/wire/session'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { QueryClient } from '@tanstack/react-query'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  collectionQuery,
  countQuery,
  createRecord,
  readRecord,
  removeRecord,
  removeRecords,
  updateRecord,
  updateRecords,
} from './collections.ts'
import { connect } from './send.ts'
import { createSession } from './session.ts'
import { defaultSettings } from './settings.ts'
import { createTransport } from './transport.ts'

const instance = sharedInstance()
const roles = 'system/role'
const all = { fields: '*' }
const queryClient = new QueryClient()

/** Connects to the instance. If `tags` is false, without ETags, as with a server that has none. */
async function connectWith(tags: boolean): Promise<void> {
  const session = createSession({ remembered: null, tab: null, channel: null })
  const { email, password } = instance.root
  const { body } = await instance.send<Session>('POST', 'system/admin/session', { body: { email, password } })
  session.signIn(body, false)
  const withoutTags: typeof fetch = async (input, init) => {
    const answer = await instance.fetch(input, init)
    answer.headers.delete('ETag')
    return answer
  }
  connect(
    createTransport({
      fetch: tags ? instance.fetch : withoutTags,
      settings: defaultSettings,
      session,
      askToSignIn: async () => false,
      writeBlock: () => null,
      wrapper: () => 'resource',
      neverPrompts: () => false,
    }),
  )
}

beforeAll(() => connectWith(true))

const make = (name: string) => createRecord<Role>(roles, { name }, all)
const names = async (params: Record<string, string | number>) =>
  (await queryClient.fetchQuery(collectionQuery<Role>(roles, params))).rows.map(({ name }) => name)

describe('one record', () => {
  test('is created and returned as stored', async () => {
    const { record } = await make('first')
    expect(record).toMatchObject({ name: 'first', is_active: false })
    expect((await readRecord<Role>(roles, record.id)).record.name).toBe('first')
  })

  test.each([
    ['by its tag', true],
    ['by its date, where a server gives no tags', false],
  ])('is not overwritten after a concurrent change, detected %s', async (_, tags) => {
    await connectWith(tags)
    const { record } = await make(`contested ${tags}`)
    const mine = await readRecord<Role>(roles, record.id)
    expect(mine.etag === null).toBe(!tags)
    const theirs = await readRecord<Role>(roles, record.id)
    await updateRecord({ collection: roles, id: record.id, changes: { description: 'theirs' }, base: theirs })
    const save = updateRecord({ collection: roles, id: record.id, changes: { description: 'mine' }, base: mine })
    await expect(save).rejects.toMatchObject({ kind: 'conflict', context: { description: 'theirs' } })
    await updateRecord({ collection: roles, id: record.id, changes: { description: 'mine' }, base: null })
    expect((await readRecord<Role>(roles, record.id)).record.description).toBe('mine')
    await connectWith(true)
  })

  test('can be saved twice in a row with the result of the first save', async () => {
    const { record } = await make('saved twice')
    const base = await readRecord<Role>(roles, record.id)
    const params = all
    const once = await updateRecord<Role>({
      collection: roles,
      id: record.id,
      changes: { is_active: true },
      params,
      base,
    })
    const twice = { collection: roles, id: record.id, changes: { is_active: false }, params, base: once }
    expect((await updateRecord<Role>(twice)).record.is_active).toBe(false)
  })

  test('fails with 404 if it was deleted', async () => {
    const { record } = await make('short-lived')
    await removeRecord(roles, record.id)
    await expect(readRecord(roles, record.id)).rejects.toMatchObject({ kind: 'refused', status: 404 })
  })
})

describe('many records', () => {
  test('are read by page, with a separate count', async () => {
    for (const number of [1, 2, 3]) await make(`page ${number}`)
    const filter = 'name like "page%"'
    expect(await names({ filter, order: 'name', limit: 2 })).toEqual(['page 1', 'page 2'])
    expect(await names({ filter, order: 'name', limit: 2, offset: 2 })).toEqual(['page 3'])
    expect(await queryClient.fetchQuery(countQuery(roles, filter))).toBe(3)
  })

  test('are all updated, or none', async () => {
    const made = [await make('bulk a'), await make('bulk b')].map(({ record }) => record.id)
    await expect(updateRecords(roles, [...made, 999_999], { description: 'x' })).rejects.toMatchObject({ code: 1000 })
    expect((await readRecord<Role>(roles, made[0] ?? 0)).record.description).toBeNull()
    await updateRecords(roles, made, { description: 'together' })
    expect((await readRecord<Role>(roles, made[1] ?? 0)).record.description).toBe('together')
  })

  test.each([
    ['a few', 3],
    ['more than an address can name', 150],
  ])('are all deleted, or none: %s', async (_, count) => {
    const rows = Array.from({ length: count }, (__, index) => ({ name: `gone ${count} ${index}` }))
    const { body } = await instance.send<{ resource: { id: number }[] }>('POST', roles, {
      as: instance.root,
      body: { resource: rows },
    })
    const ids = body.resource.map(({ id }) => id)
    await expect(removeRecords(roles, [...ids, 999_999])).rejects.toMatchObject({ code: 1000 })
    const left = () => queryClient.fetchQuery({ ...countQuery(roles, `name like "gone ${count} %"`), staleTime: 0 })
    expect(await left()).toBe(count)
    await removeRecords(roles, ids)
    expect(await left()).toBe(0)
  })
})
