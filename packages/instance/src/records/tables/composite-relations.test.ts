import { beforeAll, expect, it } from 'vitest'
import { tableCalls } from '../../subjects/data/databases/suite/calls.ts'
import { sharedServiceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { execute } from '../../testing/databases/library.ts'

forEachEngine('composite references', (on) => {
  const service = sharedServiceOn(on)
  const { instance, database } = service
  const run = (sql: string) => execute({ database, engine: on.engine }, sql)
  const { call, list, refusal } = tableCalls(instance)
  beforeAll(async () => {
    for (const sql of [
      'CREATE TABLE [bin] ([row_no] integer NOT NULL, [place] varchar(5) NOT NULL, [label] varchar(20), PRIMARY KEY ([row_no], [place]))',
      'CREATE TABLE [maker] ([id] integer NOT NULL PRIMARY KEY, [name] varchar(20))',
      'CREATE TABLE [thing] ([id] integer NOT NULL PRIMARY KEY, [bin_row] integer, [bin_place] varchar(5), [maker_id] integer, FOREIGN KEY ([bin_row], [bin_place]) REFERENCES [bin] ([row_no], [place]), FOREIGN KEY ([maker_id]) REFERENCES [maker] ([id]))',
      `INSERT INTO [bin] VALUES (1, 'a', 'first')`,
      `INSERT INTO [bin] VALUES (1, 'b', 'second')`,
      `INSERT INTO [bin] VALUES (2, 'a', 'third')`,
      `INSERT INTO [maker] VALUES (7, 'Ann')`,
      `INSERT INTO [thing] VALUES (1, 1, 'a', 7)`,
      `INSERT INTO [thing] VALUES (2, 1, 'b', 7)`,
      `INSERT INTO [thing] VALUES (3, 1, 'b', NULL)`,
      `INSERT INTO [thing] VALUES (4, 1, NULL, 7)`,
    ])
      await run(sql)
  })
  const bin = 'bin_by_bin_row_bin_place'
  const things = 'thing_by_bin_row_bin_place'

  it('are rejected by name where they cannot be embedded', async () => {
    expect(await refusal('GET', 'bin?related=maker_by_thing')).toMatch(/^501 The relation 'maker_by_thing'/)
    expect(await refusal('GET', 'thing?related=nope')).toMatch(/^400/)
  })

  it('are embedded like others, in both directions', async () => {
    const label = `${bin}_fields=label`
    expect(await list(`thing?fields=id&related=${bin}&${label}&order=id`)).toEqual([
      { id: 1, bin_row: 1, bin_place: 'a', [bin]: { label: 'first' } },
      { id: 2, bin_row: 1, bin_place: 'b', [bin]: { label: 'second' } },
      { id: 3, bin_row: 1, bin_place: 'b', [bin]: { label: 'second' } },
      { id: 4, bin_row: 1, bin_place: null, [bin]: null },
    ])
    expect(await list(`bin?fields=label&related=${things}&${things}_fields=id&${things}_order=id&order=label`)).toEqual(
      [
        { label: 'first', row_no: 1, place: 'a', [things]: [{ id: 1 }] },
        { label: 'second', row_no: 1, place: 'b', [things]: [{ id: 2 }, { id: 3 }] },
        { label: 'third', row_no: 2, place: 'a', [things]: [] },
      ],
    )
    expect(await list(`bin?related=${things}&${things}_limit=1&filter=label=second`)).toMatchObject([
      { [things]: [{ bin_row: 1 }] },
    ])
  })

  it('are included with all relations, except those that cannot be embedded', async () => {
    expect((await call('GET', 'thing/1?related=*')).body).toMatchObject({
      maker_by_maker_id: { id: 7 },
      [bin]: { label: 'first' },
    })
    const { body } = await call('GET', 'bin?related=*&order=label')
    expect(body).toMatchObject({ resource: [{ [things]: [{ id: 1 }] }, {}, {}] })
    expect(JSON.stringify(body)).not.toContain('maker_by_thing')
    expect((await call('GET', 'maker/7?related=*')).body).toMatchObject({ thing_by_maker_id: [{}, {}, {}] })
  })

  it('are found for more records than fit into one condition', async () => {
    const rows = Array.from({ length: 700 }, (_, at) => ({ row_no: at + 10, place: 'x', label: `l${at}` }))
    await call('POST', 'bin', { resource: rows })
    await call('POST', 'thing', {
      resource: rows.map((row, at) => ({ id: at + 10, bin_row: row.row_no, bin_place: 'x' })),
    })
    const found = (await list(`thing?filter=id >= 10&related=${bin}&order=id`)) as Record<string, { label: string }>[]
    expect(found.map((row) => row[bin]?.label)).toEqual(rows.map(({ label }) => label))
  })

  it('are embedded only with rights to the other table', async () => {
    const role = await instance.make.role({
      access: [{ service_id: service.serviceId, component: '_table/thing/*', verbs: ['GET'] }],
    })
    const { id: app_id, api_key: key } = await instance.make.app()
    const as = await instance.make.user({ roles: [{ app_id, role_id: role.id }] })
    const limited = tableCalls(instance, { as, key })
    expect(await limited.refusal('GET', `thing?related=${bin}`)).toMatch(/^403/)
    expect((await limited.call('GET', 'thing/1?related=*')).body).not.toHaveProperty(bin)
  })
})
