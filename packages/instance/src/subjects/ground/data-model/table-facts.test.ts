import { describe, expect, it } from 'vitest'
import { dataModel } from './data-model.ts'
import { modelTable, tableFacts } from './model-table.ts'

const table = (name: string, ...fields: object[]) => modelTable({ name, field: fields }, () => null)
const state = { name: 'state', type: 'string' }

describe('facts about tables', () => {
  it('are absent where the caller may not read, and no more are read when the time is over', async () => {
    let left = 2
    const read: string[] = []
    const reader = {
      samples: false,
      groups: true,
      checkpoint: () => {
        if (left === 0) throw new Error('late')
      },
      async read({ name }: { readonly name: string }) {
        left -= 1
        read.push(name)
        if (name === 'a') throw new Error('denied')
        return { count: 3, estimated: false }
      },
    }
    await expect(Array.fromAsync(tableFacts([table('a'), table('b'), table('c')], reader))).rejects.toThrow('late')
    expect(read).toEqual(['a', 'b'])
  })

  it('are estimates of large tables, whose columns are not searched for values', async () => {
    const asked: object[] = []
    const reader = {
      samples: true,
      groups: true,
      checkpoint: () => undefined,
      async read(_table: unknown, params: Readonly<Record<string, string>>) {
        asked.push(params)
        return params.count_only ? { count: 2_000_000, estimated: true } : { resource: [{ state: 'new' }] }
      },
    }
    const tables = [table('orders', state)]
    const [facts] = await Array.fromAsync(tableFacts(tables, reader))
    expect(asked).toHaveLength(2)
    const described = { service: 'shop', description: '', tables, samples: true, stock: false }
    const model = dataModel({ ...described, facts: new Map([['orders', facts ?? {}]]) })
    expect(model.tables.orders).toMatchObject({
      row_count: 2_000_000,
      row_count_estimated: true,
      sample_data: [{ state: 'new' }],
    })
    expect(dataModel({ ...described, facts: new Map() })).toMatchObject({
      partial: true,
      missing: { row_count: ['orders'], sample_data: ['orders'] },
    })
  })

  it('have the values of a column if they repeat', async () => {
    const reader = (count: number) => ({
      samples: true,
      groups: true,
      checkpoint: () => undefined,
      read: async (_table: unknown, params: Readonly<Record<string, string>>) =>
        params.count_only ? count : { resource: [{ state: 'new' }, { state: 'done' }, { state: null }] },
    })
    expect(await Array.fromAsync(tableFacts([table('orders', state)], reader(3)))).toMatchObject([{ values: {} }])
    expect(await Array.fromAsync(tableFacts([table('orders', state)], reader(9)))).toMatchObject([
      { values: { state: ['new', 'done'] } },
    ])
  })

  it('lead to hints, hierarchies and examples', () => {
    const parent = { name: 'boss_id', type: 'reference', is_foreign_key: true, ref_table: 'staff', ref_field: 'id' }
    const boss = { name: 'boss', type: 'belongs_to', field: 'boss_id', ref_table: 'staff', ref_field: 'id' }
    const schema = { name: 'staff', field: [parent, { name: 'deleted_at', type: 'datetime' }], related: [boss] }
    const tables = [modelTable(schema, (name) => name)]
    const model = dataModel({ service: 'hr', description: '', tables, facts: new Map(), samples: false, stock: false })
    expect(model).toMatchObject({
      tables: { staff: { hints: ['Records are only marked as deleted, in deleted_at.'] } },
      patterns: { hierarchies: [{ table: 'staff', child_field: 'boss_id', parent_field: 'id' }] },
      query_templates: { staff_without_parent: { params: { table_name: 'staff', filter: 'boss_id is null' } } },
    })
  })
})
