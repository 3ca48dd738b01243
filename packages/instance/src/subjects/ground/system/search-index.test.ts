import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createIndexing, searchIndexes } from '../../../records/system/search.ts'
import { seededNumbers } from '../../../testing/seeded-numbers.ts'
import { testInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

/** Ids so far apart that lists are read in parts. */
const apart = 31
const many = 4_000
const words = [
  'Ada',
  'ADA',
  'ádá',
  'Straße',
  'STRASSE',
  'İstanbul',
  'a_b',
  'a%b',
  'a\\b',
  '"q"',
  "o'x",
  '日本語です',
  '👩‍💻x',
  'nul',
  '',
]
const randomInt = seededNumbers(11)
const pick = <T>(from: readonly T[]): T => from[randomInt(from.length)] as T
const text = () => Array.from({ length: randomInt(4) }, () => pick(words)).join(pick([' ', '', '%']))

const quoted = (value: string) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
const compared = (fields: readonly string[]) => {
  const value = pick([
    text(),
    [...text()].slice(1).join(''),
    [...text()].slice(0, 4).join(''),
    'nowhere',
    'Ada',
    'trasse',
    'b%a',
    '_da ',
  ])
  return pick([
    (field: string) => `(${field} like ${quoted(`%${value}%`)})`,
    (field: string) => `(${field} contains ${quoted(value)})`,
    (field: string) => `(${field} starts with ${quoted(value)})`,
    (field: string) => `(${field} ends with ${quoted(value)})`,
    (field: string) => `(${field} != ${quoted(value)})`,
  ])(pick(fields))
}
const filterOn = (fields: readonly string[], depth = 0): string =>
  depth > 2 || randomInt(3) === 0
    ? compared(fields)
    : pick([
        () => `(${filterOn(fields, depth + 1)} and ${filterOn(fields, depth + 1)})`,
        () => `(${filterOn(fields, depth + 1)} or ${filterOn(fields, depth + 1)})`,
        () => `(not ${filterOn(fields, depth + 1)})`,
        () => `(${fields.map((field) => `(${field} like ${quoted(`%${text()}%`)})`).join(' or ')})`,
      ])()

async function filled(engine: 'sqlite' | 'postgres') {
  const { parts, send, root } = await testInstance({ engine })
  const { store } = parts
  const date = '2999-11-29T00:00:00.000000Z'
  const ids = Array.from({ length: many }, (_, at) => 1_000 + at * apart)
  for (let at = 0; at < many; at += 500) {
    const some = ids.slice(at, at + 500)
    const person = (id: number) => ({
      name: text(),
      first_name: text(),
      last_name: pick([null, text()]),
      email: `${id}@example.com`,
    })
    const dates = { created_date: date, last_modified_date: date, is_active: 1, is_sys_admin: 0, is_root_admin: 0 }
    await store.db
      .insertInto('user')
      .values(some.map((id) => ({ id, ...person(id), ...dates })))
      .execute()
    const change = () => ({
      record_name: text(),
      user_email: text(),
      changed: text(),
      address: text(),
      resource: 'role',
    })
    const rest = { created_date: date, request_verb: 'POST', action: 'created', record_id: '1', write_id: 'x' } as const
    await store.db
      .insertInto('audit')
      .values(some.map((id) => ({ id, ...change(), ...rest })))
      .execute()
  }
  const indexAll = async () => {
    for (const index of createIndexing(store)) while (await index());
  }
  const get = async (path: string) => Object((await send('GET', `system/${path}`, { as: root })).body)
  return { store, ids, indexAll, get }
}

const order = ['', '&order=id%20DESC', '&order=id&limit=7&offset=3'] as const

describe.each(engines)('a filter on texts of many rows on %s', (engine) => {
  it('finds what it finds without an index, whatever it asks, and whatever has changed since the index was made', async () => {
    const { store, ids, indexAll, get } = await filled(engine)
    const questions = Array.from({ length: 60 }, () => {
      const table = pick(['user', 'audit'] as const)
      const fields = searchIndexes[table]?.columns ?? []
      return `${table}?fields=id&include_count=true&filter=${encodeURIComponent(filterOn(fields))}${pick(order)}`
    })
    const ask = async () => {
      const answers: Record<string, unknown> = {}
      for (const question of questions) answers[question] = await get(question)
      return answers
    }
    const plain = await ask()
    await indexAll()
    expect(await ask()).toEqual(plain)

    for (const id of ids.filter((each) => each % 3 === 0)) {
      await store.db.updateTable('user').set({ name: text(), last_name: text() }).where('id', '=', id).execute()
    }
    await store.db.deleteFrom('user').where('id', '>', 90_000).execute()
    await store.db.deleteFrom('audit').where('id', '<', 20_000).execute()
    const changed = await ask()
    await indexAll()
    expect(await ask()).toEqual(changed)
    await store.db.updateTable('user').set({ name: sql`name || 'x'` }).execute()
    await store.db.updateTable('user').set({ name: sql`substr(name, 1, length(name) - 1)` }).execute()
    expect(await ask()).toEqual(changed)
  })
})

it('looks at few rows of many on SQLite once they are indexed, and never again at those that were dropped', async () => {
  const { store, ids, indexAll, get } = await filled('sqlite')
  await store.db
    .updateTable('user')
    .set({ name: 'One of a kind' })
    .where('id', '=', ids[77] ?? 0)
    .execute()
  await indexAll()
  const reads = vi.spyOn(store.statements, 'all')
  onTestFinished(() => reads.mockRestore())
  const filter = encodeURIComponent('(first_name like "%of a k%") or (name like "%of a k%")')
  expect((await get(`user?fields=id&filter=${filter}`)).resource).toMatchObject([{ id: ids[77] }])
  const searches = reads.mock.calls.filter(([statement]) => statement.includes('LIKE'))
  expect(searches.length).toBe(1)
  expect(searches[0]?.[0]).toContain('MATCH')
  await store.db.deleteFrom('user').where('id', '>', 2_000).execute()
  await indexAll()
  const { rows } = await sql<{ entries: number }>`select count(*) as entries from user_search_docsize`.execute(store.db)
  expect(rows[0]?.entries).toBeLessThan(50)
})
