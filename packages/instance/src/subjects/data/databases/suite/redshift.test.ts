import { describe, expect, it } from 'vitest'
import {
  keyQuery,
  postgresColumnQuery,
  postgresIndexQuery,
  postgresTableQuery,
} from '../../../../engines/postgres/postgres-introspection.ts'
import { fixture } from '../../../../testing/fixture.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'
import { hasPostgresServer } from '../../../../testing/test-postgres.ts'
import { missingInRedshift, openRedshiftStandIn } from './redshift-stand-in.ts'

const tables = `
  CREATE TABLE maker (country varchar(2), no integer, name varchar(40) NOT NULL DEFAULT 'new', PRIMARY KEY (no, country));
  CREATE TABLE "Odd ""One" (id bigint DEFAULT "identity"(1, 0, '1,1'::text) PRIMARY KEY, "maker no" integer, country varchar(2),
    word varchar(20) UNIQUE, made timestamp DEFAULT getdate(), FOREIGN KEY ("maker no", country) REFERENCES maker (no, country));
  CREATE TABLE part (no integer PRIMARY KEY, odd bigint REFERENCES "Odd ""One" (id), name varchar(20));
  CREATE TABLE loose (no integer, word varchar(20));
  CREATE VIEW words AS SELECT word FROM loose;
  CREATE SCHEMA other;
  CREATE TABLE other.thing (no integer PRIMARY KEY);
  INSERT INTO maker SELECT 'de', number, 'maker ' || number FROM generate_series(1, 1200) AS number;
  INSERT INTO loose VALUES (1, 'one'), (1, 'again'), (2, '100%')`

const hasServer = await hasPostgresServer()

describe.skipIf(!hasServer)('a service for Redshift', () => {
  const { send, root: as } = sharedInstance()
  const standIn = fixture(
    () => openRedshiftStandIn(tables),
    ({ close }) => close(),
  )

  interface Answered {
    readonly resource: Readonly<Record<string, unknown>>[]
    readonly field: Readonly<Record<string, unknown>>[]
    readonly primary_key: unknown
    readonly error: { readonly message: string }
  }
  let services = 0
  async function serviceOf(type: string, settings: object = {}): Promise<string> {
    const name = `shop${++services}`
    const config = { ...standIn.config, ...settings }
    const body = { resource: [{ name, label: name, type, is_active: true, config }] }
    expect(await send('POST', 'system/service', { as, body })).toMatchObject({ status: 201 })
    return name
  }
  const shop = fixture(async () => ({ name: await serviceOf('aws_redshift_db') }))
  const call = (verb: string, path: string, body?: unknown) =>
    send<Answered>(verb, `${shop.name}/${path}`, { as, ...(body === undefined ? {} : { body }) })

  it('needs its own engine: that of PostgreSQL asks for what is not there', async () => {
    const name = await serviceOf('pgsql')
    expect((await send('GET', `${name}/_table/maker?limit=1`, { as })).status).toBeGreaterThanOrEqual(400)
    expect(standIn.takeRefused()).toContain('the setting bytea_output')
    for (const query of [postgresTableQuery, postgresColumnQuery, keyQuery, postgresIndexQuery])
      expect(missingInRedshift(query)).not.toBeNull()
  })

  it.each([
    'INSERT INTO a VALUES ($1) RETURNING id',
    'INSERT INTO a VALUES ($1) ON CONFLICT DO NOTHING',
    'SAVEPOINT "a"',
    'SELECT * FROM a FOR UPDATE',
    'SELECT * FROM a WHERE b = ANY($1)',
    "SELECT * FROM a WHERE b LIKE $1 ESCAPE '\\'",
    'SELECT CAST(a AS text) FROM b',
    'UPDATE a SET b = CURRENT_TIMESTAMP',
    'FETCH 500 FROM portion',
  ])('is tested by a guard that refuses %s', (sql) => {
    expect(missingInRedshift(sql)).not.toBeNull()
    expect(missingInRedshift('SELECT a FROM b ORDER BY c NULLS LAST LIMIT 5 OFFSET 1')).toBeNull()
  })

  it('describes keys in their order, identities, defaults and names of any kind', async () => {
    const maker = await call('GET', '_schema/maker')
    expect(maker.body.primary_key).toEqual(['no', 'country'])
    expect(maker.body.field).toMatchObject([
      { name: 'country', type: 'string', length: 2, allow_null: false },
      { name: 'no', type: 'integer', allow_null: false },
      { name: 'name', type: 'string', length: 40, allow_null: false, default: 'new' },
    ])
    const odd = await call('GET', `_schema/${encodeURIComponent('Odd "One')}`)
    expect(odd.body.field).toMatchObject([
      { name: 'id', auto_increment: true, is_primary_key: true, default: null },
      { name: 'maker no' },
      { name: 'country' },
      { name: 'word', is_unique: true },
      { name: 'made' },
    ])
    const part = await call('GET', '_schema/part/odd')
    expect(part.body).toMatchObject({ ref_table: 'Odd "One', ref_field: 'id' })
  })

  it('lists the tables and views of its schema, or of all', async () => {
    const names = async (name: string) => {
      const { body } = await send<{ resource: string[] }>('GET', `${name}/_table?as_list=true`, { as })
      return body.resource
    }
    expect(await names(shop.name)).toEqual(['Odd "One', 'loose', 'maker', 'other.thing', 'part', 'words'])
    expect(await names(await serviceOf('aws_redshift_db', { schema: 'other' }))).toEqual(['other.thing'])
  })

  it('rejects changes of tables, and batches that would have to be undone', async () => {
    expect(await call('POST', '_schema/maker/_field', { resource: [{ name: 'x', type: 'integer' }] })).toMatchObject({
      status: 400,
    })
    expect((await call('DELETE', '_schema/loose')).body.error.message).toContain('with its own tools')
    const batch = {
      resource: [
        { no: 9001, country: 'de', name: 'x' },
        { no: 9002, country: 'de', name: 'y' },
      ],
    }
    expect(await call('POST', '_table/maker?rollback=true', batch)).toMatchObject({ status: 400 })
    expect((await call('GET', '_table/maker?filter=no>9000&count_only=true')).body).toBe(0)
  })

  it('reads related records, groups, patterns and large exports', async () => {
    const id = encodeURIComponent('Odd "One')
    expect(await call('GET', `_table/${id}?related=*`)).toMatchObject({ status: 200, body: { resource: [] } })
    expect((await call('GET', `_table/loose?filter=${encodeURIComponent('word contains "%"')}`)).body.resource).toEqual(
      [{ no: 2, word: '100%' }],
    )
    expect((await call('GET', '_table/words?order=word')).body.resource).toHaveLength(3)
    const { body } = await send<string>('GET', `${shop.name}/_table/maker?file=maker.csv&fields=no&order=no`, { as })
    expect(body.trim().split(/\r?\n/)).toHaveLength(1201)
  })

  it('creates records with keys of their own and with identities, whose number is not known', async () => {
    const made = await call('POST', '_table/maker?fields=*', { resource: [{ no: 5000, country: 'fr' }] })
    expect(made).toMatchObject({ status: 200, body: { resource: [{ no: 5000, country: 'fr', name: 'new' }] } })
    const id = encodeURIComponent('Odd "One')
    expect(await call('POST', `_table/${id}`, { resource: [{ word: 'x' }, { word: 'y' }] })).toMatchObject({
      status: 200,
      body: { resource: [{ id: null }, { id: null }] },
    })
    expect((await call('GET', `_table/${id}?fields=id,word&order=id`)).body.resource).toEqual([
      { id: 1, word: 'x' },
      { id: 2, word: 'y' },
    ])
    await call('POST', '_table/part', { resource: [{ no: 1, odd: 2 }] })
    expect((await call('GET', `_table/${id}/2?related=part_by_odd`)).body).toMatchObject({ part_by_odd: [{ no: 1 }] })
  })

  it('answers with all records that share a key which nobody enforces', async () => {
    expect((await call('GET', '_table/loose?filter=no=1')).body.resource).toHaveLength(2)
    expect(await call('GET', '_table/loose/1?id_field=no')).toMatchObject({ status: 200, body: { no: 1 } })
    expect(await call('PATCH', '_table/loose/1?id_field=no', { word: 'both' })).toMatchObject({ status: 200 })
    expect((await call('GET', '_table/loose?filter=no=1&fields=word')).body.resource).toEqual([
      { word: 'both' },
      { word: 'both' },
    ])
  })
})
