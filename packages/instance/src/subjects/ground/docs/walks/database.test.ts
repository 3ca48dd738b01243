import { beforeAll, expect, it } from 'vitest'
import { type EngineUnderTest, forEachEngine } from '../../../../testing/databases/for-each-engine.ts'
import { makeLibrary } from '../../../../testing/databases/library.ts'
import { type Walk, walkOf } from '../../../../testing/openapi/walk.ts'
import { sharedServiceOn } from '../../../data/databases/suite/service-on.ts'

const routines: Readonly<Record<EngineUnderTest['name'], readonly string[]>> = {
  SQLite: [],
  PostgreSQL: [
    'CREATE FUNCTION twice(n int) RETURNS int LANGUAGE sql AS $$ SELECT 2 * n $$',
    'CREATE FUNCTION born_after(n int) RETURNS TABLE (id int, name varchar) LANGUAGE sql AS $$ SELECT id, name FROM author WHERE born > n $$',
    'CREATE PROCEDURE touch(n int) LANGUAGE sql AS $$ UPDATE author SET born = n WHERE id = 1 $$',
  ],
  MariaDB: [
    'CREATE FUNCTION twice(n int) RETURNS int DETERMINISTIC RETURN 2 * n',
    'CREATE PROCEDURE touch(n int) UPDATE author SET born = n WHERE id = 1',
    'CREATE PROCEDURE born_after(n int) SELECT id, name FROM author WHERE born > n',
  ],
}

forEachEngine('the API of a database', (on) => {
  const { instance, database } = sharedServiceOn(on)
  const { send, root: as } = instance
  beforeAll(async () => {
    await makeLibrary({ database, engine: on.engine })
    for (const sql of routines[on.name]) await database.run({ sql, values: [] })
    await send('GET', 'db/_schema?refresh=true', { as })
  })

  it.for([true, false])('conforms to its document, with paths for each table: %s', async (expand) => {
    const walk = await walkOf({ send, as }, 'db', expand ? '' : '&expand_schema=false')
    for (const path of ['/', '/?as_list=true', '/_table', '/_table?fields=*', '/_table?as_list=true']) {
      await walk.call('GET', path)
    }
    await walk.call('GET', '/_table?schema=nothing')
    await records(walk, 'author', 'id', { id: 10, name: 'Eve', born: 1970 }, { born: 1980 })
    // With the placeholder, one table covers all.
    if (expand) {
      await records(walk, 'tag', 'name', { name: 'fine' }, { name: 'fine' })
      await records(walk, 'book', 'id', { id: 10, author_id: 1, Price: 3.5 }, { Price: 12.25 })
      await records(walk, 'card', 'id', { id: 10, author_id: 2, no: 'B-1' }, { no: 'B-2' })
      await keyless(walk, 'cheap', 'id', {})
      await keyless(walk, 'shelf', 'floor', { floor: 7, place: 'x' })
    }
    await keyless(walk, 'book_tag', 'book_id', { book_id: 1, tag: 'old' })
    await schema(walk)
    if (on.name !== 'SQLite') await callRoutines(walk, on.name === 'MariaDB' ? '_proc' : '_func', expand)

    expect(walk.faults).toEqual([])
    const { succeeded, refused } = walk.proxy.uncalled()
    // A table's own path takes precedence over the placeholder, which only the other document uses.
    const isNamed = (operation: string) => expand && /\/_(?:table|proc|func)\/\{/.test(operation)
    expect(refused.filter((operation) => !isNamed(operation))).toEqual([])
    // Tables without a single-field key cannot be read by key, and views cannot be written.
    const isKeyless = (operation: string) => /\/_table\/(?:shelf|book_tag|cheap)/.test(operation)
    expect(succeeded.filter((operation) => !isNamed(operation) && !isKeyless(operation))).toEqual([])
  })
})

/** Calls every operation on records of a table with a single-field key. */
async function records({ call }: Walk, name: string, key: string, fresh: object, change: object): Promise<void> {
  const table = `/_table/${name}`
  const id: string | number = Object(fresh)[key]
  for (const query of [
    '',
    '?fields=*',
    `?fields=${key}`,
    '?related=*',
    `?filter=${key}%20is%20not%20null`,
    '?limit=1&offset=1',
    '?include_count=true&limit=1',
    '?include_schema=true',
    '?count_only=true',
    '?as_list=true',
    `?group=${key}`,
    `?order=${key}%20desc`,
    '?refresh=true',
    `?id_field=${key}&as_list=true`,
    '?file=all.csv',
    '?file=all.xml',
    '?file=all.json',
  ]) {
    await call('GET', `${table}${query}`)
  }
  await call('GET', `${table}?fields=nothing`, { status: 400 })
  await call('GET', `${table}?ids=999`, { status: 400 })
  await call('POST', table, { body: { resource: [fresh] } })
  await call('POST', table, { body: { resource: [fresh] }, status: 400 })
  await call('POST', `${table}?rollback=true`, { body: { resource: [fresh] }, status: 400 })
  for (const method of ['PUT', 'PATCH']) {
    await call(method, `${table}?fields=*&related=*&continue=true`, { body: { resource: [{ ...change, [key]: id }] } })
    await call(method, `${table}?ids=${id}`, { body: { resource: [change] } })
    await call(method, `${table}/${id}`, { body: change })
    await call(method, `${table}/${id}?fields=*&related=*`, { body: change })
    await call(method, `${table}/999`, { body: change, status: 404 })
  }
  await call('GET', `${table}/${id}?fields=*&related=*`)
  await call('GET', `${table}?ids=${id}`)
  await call('DELETE', `${table}?ids=${id}`)
  await call('DELETE', `${table}?ids=${id}`, { status: 400 })
  await call('POST', `${table}?fields=*&related=*`, { body: { resource: [fresh] } })
  await call('DELETE', `${table}/${id}?fields=*`)
  await call('DELETE', `${table}/${id}`, { status: 404 })
}

/** Calls the operations on a view, or on a table without a single-field key. */
async function keyless({ call }: Walk, name: string, key: string, record: object): Promise<void> {
  const table = `/_table/${name}`
  for (const query of [
    '',
    '?include_count=true',
    '?count_only=true',
    `?as_list=true&id_field=${key}`,
    '?file=all.csv',
  ]) {
    await call('GET', `${table}${query}`)
  }
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
    await call(method, `${table}/nothing`, {
      ...(method === 'PUT' || method === 'PATCH' ? { body: record } : {}),
      status: 400,
    })
  }
  if (name === 'cheap') {
    for (const method of ['POST', 'PUT', 'PATCH']) await call(method, table, { body: { resource: [] }, status: 400 })
    await call('DELETE', table, { status: 400 })
    return
  }
  await call('POST', table, { body: { resource: [record] } })
  for (const method of ['PUT', 'PATCH']) {
    await call(method, `${table}?id_field=${Object.keys(record).join()}`, { body: { resource: [record] } })
  }
  await call('DELETE', `${table}?id_field=${Object.keys(record).join()}&filter=${key}=${Object(record)[key]}`)
  await call('DELETE', `${table}?filter=nothing=3`, { status: 400 })
}

/** Calls the operations of `_schema`. */
async function schema({ call }: Walk): Promise<void> {
  const made = {
    name: 'made',
    field: [
      { name: 'id', type: 'id' },
      { name: 'word', type: 'string', allow_null: true },
    ],
  }
  const relation = { type: 'belongs_to', field: 'word', is_virtual: true, ref_table: 'tag', ref_field: 'name' }
  for (const query of ['', '?fields=*', '?as_list=true', '?refresh=true', '?ids=author,book'])
    await call('GET', `/_schema${query}`)
  await call('POST', '/_schema', { body: { resource: [made] } })
  await call('POST', '/_schema', { body: { resource: [made] }, status: 400 })
  await call('POST', '/_schema', { body: { resource: [made, { name: 'made_too', field: made.field }] } })
  await call('DELETE', '/_schema/made_too')
  await call('PATCH', '/_schema', { body: { resource: [{ name: 'made', label: 'Made' }] } })
  await call('PUT', '/_schema?fields=*', { body: { resource: [{ ...made, label: 'Made' }] } })
  const table = '/_schema/made'
  for (const query of ['', '?refresh=true']) await call('GET', `${table}${query}`)
  for (const name of ['author', 'book', 'cheap', 'shelf', 'book_tag']) await call('GET', `/_schema/${name}`)
  for (const method of ['PATCH', 'POST']) await call(method, table, { body: { description: 'Made here' } })
  await call('PUT', table, { body: { ...made, description: 'Made here' } })

  const field = { name: 'more', type: 'integer', allow_null: true }
  await call('POST', `${table}/_field`, { body: { resource: [field] } })
  for (const query of ['', '?fields=*', '?as_list=true', '?refresh=true']) await call('GET', `${table}/_field${query}`)
  await call('PUT', `${table}/_field`, { body: { resource: [field] } })
  await call('PATCH', `${table}/_field`, { body: { resource: [{ name: 'more', label: 'More' }] } })
  await call('GET', `${table}/_field/more`)
  await call('PUT', `${table}/_field/more`, { body: field })
  await call('PATCH', `${table}/_field/more`, { body: { picklist: ['1', '2'] } })
  await call('DELETE', `${table}/_field/more`)
  await call('POST', `${table}/_field`, { body: { resource: [field] } })
  await call('DELETE', `${table}/_field?ids=more`)

  await call('POST', `${table}/_related`, { body: { resource: [relation] } })
  for (const query of ['', '?fields=*', '?as_list=true', '?refresh=true'])
    await call('GET', `${table}/_related${query}`)
  for (const name of ['author', 'book', 'tag']) await call('GET', `/_schema/${name}/_related?fields=*`)
  const named = { ...relation, name: 'tag_by_word' }
  await call('PUT', `${table}/_related`, { body: { resource: [named] } })
  await call('PATCH', `${table}/_related`, { body: { resource: [{ ...named, label: 'Tag' }] } })
  await call('GET', `${table}/_related/tag_by_word`)
  await call('PUT', `${table}/_related/tag_by_word`, { body: named })
  await call('PATCH', `${table}/_related/tag_by_word`, { body: { label: 'Tag' } })
  await call('DELETE', `${table}/_related/tag_by_word`)
  await call('POST', `${table}/_related`, { body: { resource: [relation] } })
  await call('DELETE', `${table}/_related?ids=tag_by_word`)

  await call('DELETE', table)
  await call('GET', table, { status: 404 })
  await call('POST', '/_schema', { body: { resource: [made] } })
  await call('DELETE', '/_schema?ids=made')
}

async function callRoutines({ call }: Walk, rows: '_proc' | '_func', named: boolean): Promise<void> {
  // The parameters of a call without a body are only described for routines with their own path.

  for (const kind of ['_proc', '_func']) {
    for (const query of ['', '?fields=*', '?as_list=true', '?refresh=true']) await call('GET', `/${kind}${query}`)
  }
  await call('GET', '/_func?ids=twice')
  await call('GET', named ? '/_func/twice?n=3' : '/_func/twice(3)')
  await call('POST', '/_func/twice', { body: { params: { n: 3 } } })
  await call('POST', '/_proc/touch', { body: { params: { n: 1950 } } })
  await call('GET', named ? '/_proc/touch?n=1950' : '/_proc/touch(1950)')
  await call('GET', `/${rows}/born_after${named ? '?n=1900' : '(1900)'}`)
  await call('POST', `/${rows}/born_after`, { body: { params: { n: 1900 }, wrapper: 'found' } })
}
