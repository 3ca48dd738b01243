import { describe, expect, test } from 'vitest'
import { forEachEngine } from '../../../../testing/databases/for-each-engine.ts'
import { schemaCalls } from '../suite/schema-calls.ts'
import { sharedServiceOn } from '../suite/service-on.ts'

const id = { name: 'id', type: 'id' }
const nullable = { allow_null: true }

forEachEngine('writing the schema', (on) => {
  const service = sharedServiceOn(on)
  const { call, done, refused, table } = schemaCalls(service)
  const { instance } = service
  const rows = async (sql: string) => (await service.database.run({ sql, values: [] })).rows

  describe('is rejected', () => {
    test.each([
      ['without a table', {}, '400 The request names no table.'],
      ['without a name', { resource: [{ label: 'x' }] }, '400 Every table needs a name.'],
      ['with a slash in a name', { name: 'a/b', field: [id] }, '400 "a/b" cannot be the name of a table.'],
      ['without fields', { name: 'a' }, "400 The table 'a' needs at least one field that is not virtual."],
      [
        'with a field twice',
        { name: 'a', field: [id, { ...id, name: 'ID' }] },
        "400 Table 'a': The field 'ID' is defined twice.",
      ],
      ['with a field without a type', { name: 'a', field: [{ name: 'x' }] }, "400 The field 'x' needs a type."],
      [
        'with an unknown type',
        { name: 'a', field: [{ name: 'x', type: 'frobnicate;' }] },
        "400 The type 'frobnicate;' of field 'x' is unknown.",
      ],
      [
        'with a type that ends its definition',
        { name: 'a', field: [{ name: 'x', type: 'int, y int' }] },
        "400 The type of field 'x' is not accepted as SQL: a comma outside of parentheses is not allowed in it.",
      ],
      [
        'with a reference without a table',
        { name: 'a', field: [id, { name: 'x', type: 'reference' }] },
        "400 The field 'x' needs 'ref_table', the table that it refers to.",
      ],
      [
        'with a reference to an unknown table',
        { name: 'a', field: [id, { name: 'x', type: 'reference', ref_table: 'nope' }] },
        "400 The field 'x' refers to the table 'nope', which does not exist.",
      ],
      [
        'with an invalid length',
        { name: 'a', field: [{ name: 'x', type: 'string', length: -1 }] },
        "400 Table 'a': Field 'x': 'length' must be a whole number.",
      ],
    ])('%s', async (_what, body, sentence) => {
      expect(await refused('POST', '', body)).toBe(sentence)
    })

    test('for missing tables and fields, and for existing ones', async () => {
      await done('POST', '', { name: 'present', field: [id] })
      expect(await refused('POST', '', { name: 'PRESENT', field: [id] })).toBe(
        "400 The table 'present' already exists.",
      )
      expect(await refused('POST', '/absent', { field: [id] })).toMatch(/^404 Table 'absent' does not exist/)
      expect(await refused('DELETE', '/absent')).toMatch(/^404/)
      expect(await refused('GET', '/present/_field/absent')).toMatch(/^404 Field 'absent'/)
      expect(await refused('DELETE', '/present/_related/absent')).toMatch(/^404 Relation 'absent'/)
      expect(await refused('PATCH', '/present/_related', { alias: 'x' })).toMatch(/^400 .*needs its name/)
      expect(await refused('POST', '/present/_field/x/y', id)).toMatch(/^404/)
      const long = { name: 'x'.repeat(256), type: 'string' }
      expect(await refused('POST', '/present/_field', long)).toMatch(/^400/)
      if (on.name !== 'SQLite') {
        const sentence = /^400 The name 'x+' is longer than the 6[34] (bytes|characters) that the database accepts/
        expect(await refused('POST', '/present/_field', { ...long, name: 'x'.repeat(65) })).toMatch(sentence)
      }
      expect(await refused('DELETE', '/present/_field/id')).toMatch(/^400 The last field/)
      expect(await refused('PATCH', '/present/_field/absent', { type: 'string' })).toMatch(/^404 Field 'absent'/)
      await done('PUT', '/present/_field/absent', { type: 'string', allow_null: true })
      expect((await call('GET', '/present/_field/absent')).body).toMatchObject({ type: 'string' })
      await done('DELETE', '/present')
    })
  })

  test('keeps records through every change of their table, and after a failed one', async () => {
    await done('POST', '', {
      resource: [
        {
          name: 'line',
          field: [id, { name: 'order_id', type: 'reference', ref_table: 'purchase', ref_on_delete: 'CASCADE' }],
        },
        {
          name: 'purchase',
          field: [id, { name: 'title', type: 'string', length: 20 }, { name: 'amount', type: 'string', ...nullable }],
        },
      ],
    })
    await service.database.run({
      sql: "INSERT INTO purchase (title, amount) VALUES ('first', '12'), ('second', 'twelve')",
      values: [],
    })
    await service.database.run({ sql: 'INSERT INTO line (order_id) SELECT id FROM purchase', values: [] })

    await done('PATCH', '/purchase/_field', {
      resource: [{ name: 'title', length: 200, is_unique: true, default: 'it\'s \\ "new"' }],
    })
    await done('POST', '/purchase/_field', {
      resource: [
        { name: 'done', type: 'boolean', default: true },
        { name: 'note', type: 'text', ...nullable, is_index: false },
      ],
    })
    expect((await table('purchase')).field.slice(1)).toMatchObject([
      { name: 'title', type: 'string', length: 200, allow_null: false, is_unique: true, default: 'it\'s \\ "new"' },
      { name: 'amount', type: 'string', length: 255, allow_null: true, is_unique: false, default: null },
      { name: 'done', type: 'boolean', allow_null: false, required: false, default: true },
      { name: 'note', type: 'text', allow_null: true, default: null },
    ])

    const before = await table('purchase')
    expect((await call('POST', '/purchase/_field', { name: 'needed', type: 'integer' })).status).toBe(
      on.name === 'MariaDB' ? 200 : 400,
    )
    if (on.name === 'MariaDB') await done('DELETE', '/purchase/_field/needed')
    if (on.name !== 'SQLite')
      expect((await call('PATCH', '/purchase/_field/amount', { type: 'integer' })).status).toBe(400)
    expect(await refused('DELETE', '/purchase')).toMatch(/^409 The table 'purchase' is in use/)
    expect(await refused('DELETE', '/purchase/_field/id')).toMatch(
      /^409 The field 'id' of the table 'purchase' is in use/,
    )
    expect(await table('purchase')).toEqual(before)

    await done('DELETE', '/purchase/_field/note')
    await done('PATCH', '/purchase/_field', { name: 'title', is_unique: false, is_index: true })
    expect(await rows('SELECT id, title, amount FROM purchase ORDER BY id')).toEqual([
      { id: 1, title: 'first', amount: '12' },
      { id: 2, title: 'second', amount: 'twelve' },
    ])
    expect(await rows('SELECT count(*) AS n FROM line')).toEqual([{ n: expect.toSatisfy((n) => Number(n) === 2) }])
    await service.database.run({ sql: 'DELETE FROM purchase WHERE id = 1', values: [] })
    expect(await rows('SELECT order_id FROM line')).toEqual([{ order_id: 2 }])

    await done('PUT', '/purchase', { field: [{ name: 'id' }, { name: 'title' }] })
    expect((await table('purchase')).field.map(({ name, is_index }) => [name, is_index])).toEqual([
      ['id', false],
      ['title', true],
    ])
    expect(await done('DELETE', '?ids=purchase,line')).toEqual({ resource: [{ name: 'purchase' }, { name: 'line' }] })
  })

  test('previews the statements of a change, and what they delete, without running them', async () => {
    await done('POST', '', { name: 'shown', field: [id, { name: 'old', type: 'string', ...nullable }] })
    const before = await table('shown')
    const { statements } = await done('PUT', '/shown?preview=true', {
      label: 'Other',
      field: [{ name: 'id' }, { name: 'fresh', type: 'date', ...nullable }],
    })
    expect(statements.map(({ loses }) => loses).filter((loses) => loses !== null)).toEqual([
      "The values in the field 'old' are lost.",
    ])
    expect(statements.map(({ sql }) => sql).join(';')).toContain('fresh')
    expect((await done('DELETE', '/shown?preview=true')).statements).toMatchObject([
      { loses: "All records of the table 'shown' are lost." },
    ])
    expect((await done('PATCH', '/shown?preview=true', before)).statements).toEqual([])
    expect(await table('shown')).toEqual(before)
    await done('DELETE', '/shown')
  })

  test('tries each of several tables, and returns the result of each', async () => {
    expect(
      await done('POST', '?fields=name,label', { resource: [{ name: 'good', field: [id] }, { name: 'bad' }, 7] }),
    ).toEqual({
      resource: [
        { name: 'good', label: 'Good' },
        { name: 'bad', error: { code: 400, message: expect.stringContaining('needs at least one field') } },
        { name: '', error: { code: 400, message: 'A table must be an object.' } },
      ],
    })
    await done('DELETE', '/good')
  })

  test('adds and removes references between existing tables', async () => {
    await done('POST', '', {
      resource: [{ name: 'person', field: [id, { name: 'boss', type: 'integer', ...nullable }] }],
    })
    const boss = { name: 'boss', is_foreign_key: true, ref_table: 'person', ref_field: 'id', ref_on_delete: 'SET NULL' }
    await done('PATCH', '/person/_field', boss)
    const named = async () => (await table('person')).field.find(({ name }) => name === 'boss')
    expect(await named()).toMatchObject({
      type: 'reference',
      ref_table: 'person',
      ref_field: 'id',
      ref_on_delete: 'SET NULL',
    })
    expect((await table('person')).related.map(({ name, type }) => [name, type])).toEqual([
      ['person_by_boss', 'belongs_to'],
      ['person_by_boss_reverse', 'has_many'],
    ])
    const records = {
      as: instance.root,
      body: { boss: null, person_by_boss_reverse: [{}, { person_by_boss_reverse: [{}] }] },
    }
    expect((await instance.send('POST', 'db/_table/person', records)).body).toEqual({ resource: [{ id: 1 }] })
    expect((await instance.send('GET', 'db/_table/person/1?related=*', { as: instance.root })).body).toEqual({
      id: 1,
      boss: null,
      person_by_boss: null,
      person_by_boss_reverse: [
        { id: 2, boss: 1 },
        { id: 3, boss: 1 },
      ],
    })
    await done('PATCH', '/person/_field', { name: 'boss', type: 'integer', is_foreign_key: false })
    expect(await named()).toMatchObject({ type: 'integer', is_foreign_key: false, ref_table: null })
    await done('DELETE', '/person')
  })

  if (on.name !== 'SQLite') {
    test('says why the database refuses a reference to a field of another type', async () => {
      const field = [id, { name: 'owner', type: 'string', is_foreign_key: true, ref_table: 'keeper', ref_field: 'id' }]
      await done('POST', '', { name: 'keeper', field: [id] })
      const why = on.name === 'PostgreSQL' ? /foreign key .*: Key columns .* are of incompatible types/ : /foreign key/i
      expect(await refused('POST', '', { name: 'kept', field })).toMatch(why)
      await done('DELETE', '/keeper')
    })
  }

  if (on.name === 'PostgreSQL') {
    test('identifies tables of other schemas by their full name', async () => {
      await service.database.run({ sql: 'CREATE SCHEMA depot', values: [] })
      const shelf = { name: 'depot.shelf', field: [id, { name: 'hall', type: 'reference', ref_table: 'hall' }] }
      const made = await done('POST', '?fields=name', { resource: [shelf, { name: 'public.hall', field: [id] }] })
      expect(made).toEqual({ resource: [{ name: 'depot.shelf' }, { name: 'hall' }] })
      expect((await table('hall')).related).toMatchObject([{ name: 'depot.shelf_by_hall', ref_table: 'depot.shelf' }])
      expect(await done('GET', '?schema=depot')).toEqual({ resource: [{ name: 'depot.shelf' }] })
      await done('DELETE', '?ids=hall,depot.shelf')
    })
  }

  test('creates tables that refer to each other', async () => {
    const refers = (ref_table: string) => ({ name: `to_${ref_table}`, type: 'reference', ref_table, ...nullable })
    await done('POST', '', {
      resource: [
        { name: 'one', field: [id, refers('two')] },
        { name: 'two', field: [id, refers('one')] },
      ],
    })
    for (const name of ['one', 'two']) expect((await table(name)).related).toHaveLength(2)
    await done('PATCH', '/one/_field', { name: 'to_two', type: 'integer', is_foreign_key: false })
    await done('DELETE', '?ids=one,two')
  })

  test('accepts names that need quotes, without turning them into SQL', async () => {
    const hostile = ['a"b', "c'd", 'e`f', 'g]h', 'select', 'x;--', 'ü n', '"); DROP TABLE "kept"; --']
    await done('POST', '', { name: 'kept', field: [id] })
    for (const name of hostile) {
      const field = { name, type: 'string', length: 30, is_index: true, default: `${name}'\\`, ...nullable }
      await done('POST', '', { name: `t ${name}`, label: name, field: [id, field] })
      const path = `/${encodeURIComponent(`t ${name}`)}`
      await done('PATCH', `${path}/_field`, { name, length: 40, allow_null: false, alias: "x'y" })
      const { body } = await call('GET', `${path}?refresh=true`)
      expect(body.field?.[1]).toMatchObject({ name, length: 40, default: `${name}'\\`, is_index: true, alias: "x'y" })
      await done('DELETE', path)
    }
    expect(await done('DELETE', '/kept')).toEqual({ success: true })
  })

  test('preserves what it cannot express: comments, collations, and computed values', async () => {
    const collation = { SQLite: 'NOCASE', PostgreSQL: '"C"', MariaDB: 'utf8mb4_bin' }[on.name]
    const comment = on.name === 'MariaDB' ? " COMMENT 'it''s \\\\ kept'" : ''
    const sql = `CREATE TABLE made (a varchar(20) COLLATE ${collation} NOT NULL${comment}, c varchar(9), b varchar(40) GENERATED ALWAYS AS (upper(c)) STORED)`
    await service.database.run({ sql, values: [] })
    expect(await refused('PATCH', '/made/_field/b', { length: 90 })).toBe(
      "400 The field 'b' is generated by the database and cannot be changed.",
    )
    await done('PATCH', '/made/_field/a', { length: 30, allow_null: true, label: 'First' })
    await service.database.run({ sql: "INSERT INTO made (a, c) VALUES ('x', 'y')", values: [] })
    expect(await rows('SELECT b FROM made')).toEqual([{ b: 'Y' }])
    if (on.name === 'SQLite') expect(await rows("SELECT a FROM made WHERE a = 'X'")).toEqual([{ a: 'x' }])
    else {
      const told = `${on.name === 'MariaDB' ? 'COLUMN_COMMENT' : "''"} AS comment`
      const where = "TABLE_NAME = 'made' AND COLUMN_NAME = 'a' AND COLLATION_NAME IN ('C', 'utf8mb4_bin')"
      expect(
        await rows(
          `SELECT ${told} FROM information_schema.COLUMNS WHERE ${where.replaceAll(/[A-Z]+_NAME/g, (name) => name.toLowerCase())}`,
        ),
      ).toEqual([{ comment: on.name === 'MariaDB' ? "it's \\ kept" : '' }])
    }
    await done('DELETE', '/made')
  })

  test('changes a type despite prepared statements', async () => {
    await done('POST', '', { name: 'counted', field: [id, { name: 'n', type: 'integer' }] })
    const read = async () =>
      (await service.instance.send('GET', 'db/_table/counted', { as: service.instance.root })).body
    await service.database.run({ sql: 'INSERT INTO counted (n) VALUES (7)', values: [] })
    expect(await read()).toEqual({ resource: [{ id: 1, n: 7 }] })
    expect(await read()).toEqual({ resource: [{ id: 1, n: 7 }] })
    await done('PATCH', '/counted/_field/n', { type: 'string', length: 20 })
    expect(await read()).toEqual({ resource: [{ id: 1, n: '7' }] })
    await done('DELETE', '/counted')
  })
})
