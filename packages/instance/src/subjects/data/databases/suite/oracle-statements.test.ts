import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createServiceKinds } from '../../../../service-kinds.ts'
import { oracleError, oracleStandIn } from '../../../../testing/databases/oracle-stand-in.ts'
import { fixture } from '../../../../testing/fixture.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'
import { connectorKind } from '../../../services/connectors/connector-kind.ts'
import { oracleCatalogue } from './oracle-catalogue.ts'

const standIn = oracleStandIn(oracleCatalogue)
const { send, root: as, failures, exchangeKinds } = sharedInstance()
const kind = connectorKind({
  name: 'oracle',
  label: 'Oracle',
  group: 'Database',
  description: 'With a stand-in of its driver.',
  shape: 'database',
  settings: { host: { type: 'string', authority: 'addresses' } },
  load: async () => ({
    open: (_, { engines: { oracle } }) => {
      if (oracle === undefined) throw new Error('The program has no engine for Oracle')
      return { ...oracle, open: (settings) => oracle.open({ ...settings, driver: standIn.driver }) }
    },
  }),
})
beforeAll(() => exchangeKinds(createServiceKinds({ kinds: [kind], failed: [] })))

const row = { name: 'shop', label: 'shop', type: 'oracle', is_active: true, config: { host: 'db.test' } }
const made = fixture(() => send('POST', 'system/service', { as, body: { resource: [row] } }))

beforeEach(() => {
  standIn.statements.length = 0
  standIn.values.length = 0
})

async function said(verb: string, path: string, body?: unknown) {
  const { status } = await send(verb, `shop/${path}`, { as, ...(body !== undefined && { body }) })
  return { status, statements: standIn.statements }
}

describe('the SQL for Oracle', () => {
  it('is what a service of the type runs', () => {
    expect(made.status).toBe(201)
  })

  it('reads records by filters, in order, in pages, with a count', async () => {
    const filter = encodeURIComponent(
      "((name like '%o_t') or (note contains '50%')) and (no in (1,2,3)) and (ok = true)",
    )
    const query = `fields=id,name&filter=${filter}&order=${encodeURIComponent('price desc,name')}&limit=2&offset=4&include_count=true`
    expect(await said('GET', `_table/part?${query}`)).toMatchInlineSnapshot(`
      {
        "statements": [
          "SELECT "id" AS "id", "name" AS "name" FROM "part" WHERE ((("name" LIKE :1 ESCAPE '\\' OR "note" LIKE :2 ESCAPE '\\') AND "no" IN (:3, :4, :5, :6) AND "ok" = :7)) ORDER BY "part"."price" DESC, "part"."name", "part"."id" OFFSET :8 ROWS FETCH NEXT 2 ROWS ONLY",
          "SELECT COUNT(*) AS "count" FROM "part" WHERE ((("name" LIKE :1 ESCAPE '\\' OR "note" LIKE :2 ESCAPE '\\') AND "no" IN (:3, :4, :5, :6) AND "ok" = :7))",
        ],
        "status": 200,
      }
    `)
    expect(standIn.values).toMatchInlineSnapshot(`
      [
        [
          "%o_t",
          "%50\\%%",
          1,
          2,
          3,
          3,
          1,
          4,
        ],
        [
          "%o_t",
          "%50\\%%",
          1,
          2,
          3,
          3,
          1,
        ],
      ]
    `)
  })

  it('compares datetimes, decimals and nulls in filters', async () => {
    const filter = encodeURIComponent("(at >= '2024-02-29T10:20:30Z') and (price != 1.50) and not (note is null)")
    expect(await said('GET', `_table/part?fields=id&filter=${filter}`)).toMatchInlineSnapshot(`
      {
        "statements": [
          "SELECT "id" AS "id" FROM "part" WHERE (("at" >= :1 AND "price" <> :2 AND NOT ("note" IS NULL))) ORDER BY "part"."id" OFFSET 0 ROWS FETCH NEXT 1000 ROWS ONLY",
        ],
        "status": 200,
      }
    `)
    expect(standIn.values).toMatchInlineSnapshot(`
      [
        [
          "2024-02-29 10:20:30.0",
          "1.50",
        ],
      ]
    `)
  })

  it('reads groups and their count', async () => {
    expect(await said('GET', '_table/part?fields=ok&group=ok&include_count=true')).toMatchInlineSnapshot(`
      {
        "statements": [
          "SELECT "ok" AS "ok" FROM "part" GROUP BY "part"."ok" OFFSET 0 ROWS FETCH NEXT 1000 ROWS ONLY",
        ],
        "status": 200,
      }
    `)
  })

  it('reads a record by its key, with related ones', async () => {
    standIn.reply('FROM "place"', { rows: [{ id: '7', name: 'shelf' }] })
    expect(await said('GET', '_table/place/7?related=part_by_place_id&fields=*')).toMatchInlineSnapshot(`
      {
        "statements": [
          "SELECT "id" AS "id", "name" AS "name" FROM "place" WHERE "id" = :1",
          "SELECT "id" AS "id", "no" AS "no", "name" AS "name", "price" AS "price", "ok" AS "ok", "at" AS "at", "note" AS "note", "place_id" AS "place_id" FROM "part" WHERE "place_id" = :1 ORDER BY "part"."id" OFFSET 0 ROWS FETCH NEXT 1000 ROWS ONLY",
        ],
        "status": 200,
      }
    `)
  })

  it('creates a record, whose id is read by its row id', async () => {
    standIn.reply('INSERT INTO "part"', { rowsAffected: 1, lastRowid: 'AAAR3sAAEAAAACXAAA' })
    standIn.reply('WHERE ROWID = :1', { rows: [{ id: '5' }] })
    const body = {
      resource: [{ name: `O'Neil "x"`, price: '1.50', ok: true, at: '2024-02-29T10:20:30.5Z', note: 'long' }],
    }
    const answer = await send('POST', 'shop/_table/part', { as, body })
    expect(answer).toMatchObject({ status: 200, body: { resource: [{ id: 5 }] } })
    expect(standIn.statements).toMatchInlineSnapshot(`
      [
        "INSERT INTO "part" ("name", "price", "ok", "at", "note") VALUES (:1, :2, :3, :4, :5)",
        "SELECT "id" AS "id" FROM "part" WHERE ROWID = :1",
      ]
    `)
    expect(standIn.values).toMatchInlineSnapshot(`
      [
        [
          "O'Neil "x"",
          "1.50",
          1,
          "2024-02-29 10:20:30.5",
          "long",
        ],
        [
          "AAAR3sAAEAAAACXAAA",
        ],
      ]
    `)
  })

  it('creates several records in a transaction', async () => {
    standIn.reply(
      'INSERT INTO "part"',
      oracleError('ORA-12899', 'value too large for column "SHOP"."part"."name" (actual: 41, maximum: 40)'),
    )
    const body = { resource: [{ name: 'a' }, { name: 'b' }] }
    expect(await said('POST', '_table/part?rollback=true', body)).toMatchInlineSnapshot(`
      {
        "statements": [
          "INSERT INTO "part" ("name") VALUES (:1)",
          "ROLLBACK",
        ],
        "status": 400,
      }
    `)
  })

  it('updates and deletes by keys and by filters', async () => {
    standIn.reply('SELECT', { rows: [{ id: '1' }, { id: '2' }] })
    standIn.reply('UPDATE', { rowsAffected: 2 })
    standIn.reply('DELETE', { rowsAffected: 2 })
    await said('PATCH', '_table/part?ids=1,2', { resource: [{ price: null }] })
    await said('PATCH', '_table/part?filter=no%3D3', { resource: [{ name: 'c' }] })
    await said('DELETE', '_table/part?ids=1,2')
    expect((await said('DELETE', '_table/part?filter=no%3D3')).statements).toMatchInlineSnapshot(`
      [
        "SAVEPOINT "millwright"",
        "UPDATE "part" SET "price" = :1 WHERE "id" IN (:2, :3)",
        "COMMIT",
        "SELECT "id" AS "id" FROM "part" WHERE ("no" = :1)",
        "UPDATE "part" SET "name" = :1 WHERE ("no" = :2)",
        "COMMIT",
        "SAVEPOINT "millwright"",
        "DELETE FROM "part" WHERE "id" IN (:1, :2)",
        "COMMIT",
        "SELECT "id" AS "id" FROM "part" WHERE ("no" = :1) ORDER BY "part"."id" OFFSET 0 ROWS FETCH NEXT 1000 ROWS ONLY",
        "DELETE FROM "part" WHERE "id" IN (:1, :2)",
        "COMMIT",
      ]
    `)
  })

  it('creates, alters and drops tables', async () => {
    const field = [
      { name: 'id', type: 'id' },
      { name: 'code', type: 'string', length: 8, allow_null: false, is_unique: true },
      { name: 'ok', type: 'boolean', default: true },
      { name: 'made', type: 'timestamp_on_create' },
      { name: 'note', type: 'text', allow_null: true },
      {
        name: 'place_id',
        type: 'reference',
        ref_table: 'place',
        ref_field: 'id',
        ref_on_delete: 'SET NULL',
        allow_null: true,
      },
    ]
    await said('POST', '_schema', { resource: [{ name: 'box', field }] })
    await said('POST', '_schema/part/_field', {
      resource: [{ name: 'colour', type: 'string', length: 10, allow_null: true }],
    })
    await said('PATCH', '_schema/part/_field/name', { type: 'string', length: 80, allow_null: true, default: `it's` })
    await said('DELETE', '_schema/part/_field/note')
    await said('DELETE', '_schema/part')
    expect(standIn.statements).toMatchInlineSnapshot(`
      [
        "CREATE TABLE "box" (
        "id" NUMBER(10) GENERATED BY DEFAULT ON NULL AS IDENTITY NOT NULL PRIMARY KEY,
        "code" VARCHAR2(8 CHAR) NOT NULL,
        "ok" NUMBER(1) DEFAULT 1 NOT NULL,
        "made" TIMESTAMP(6) DEFAULT CURRENT_TIMESTAMP NOT NULL,
        "note" CLOB,
        "place_id" NUMBER(10),
        CONSTRAINT "undx_box_code" UNIQUE ("code"),
        CONSTRAINT "fk_box_place_id" FOREIGN KEY ("place_id") REFERENCES "place" ("id") ON DELETE SET NULL
      )",
        "ALTER TABLE "part" ADD ("colour" VARCHAR2(10 CHAR))",
        "ALTER TABLE "part" MODIFY ("name" VARCHAR2(80 CHAR) DEFAULT 'it''s' NULL)",
        "ALTER TABLE "part" DROP COLUMN "note"",
        "DROP TABLE "part"",
      ]
    `)
  })

  it.each([
    ['a name with a quotation mark', { name: 'a"b', type: 'integer' }],
    [
      'a reference action that Oracle does not support',
      { name: 'x_id', type: 'reference', ref_table: 'place', ref_field: 'id', ref_on_update: 'CASCADE' },
    ],
  ])('is not generated for %s', async (_, field) => {
    expect(await said('POST', '_schema', { resource: [{ name: 'odd', field: [field] }] })).toEqual({
      status: 400,
      statements: [],
    })
  })

  it('causes no unexpected errors', () => {
    expect(failures).toEqual([])
  })
})
