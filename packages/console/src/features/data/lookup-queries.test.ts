import { expect, test } from 'vitest'
import { namingFields } from './lookup-queries.ts'
import { describeTable } from './table-description.ts'

/** Returns the names of the fields that name a record of a table with the given fields. */
function naming(fields: readonly string[], nameField: string | null = null, type = 'string'): readonly string[] {
  const key = { name: 'id', type: 'id', is_primary_key: true }
  const texts = fields.map((name) => ({ name, type }))
  const table = describeTable('thing', { name: 'thing', field: [key, ...texts], name_field: nameField }, [])
  return namingFields(table, 'id').map(({ name }) => name)
}

test.each([
  [['sku', 'name'], null, ['name']],
  [['code', 'Title'], null, ['Title']],
  [['sku', 'colour'], null, ['sku']],
  [['email', 'first_name', 'last_name'], null, ['first_name', 'last_name']],
  [['sku', 'name'], 'sku', ['sku']],
  [[], null, []],
] as const)('a record with %j, named by %s, is called %j', (fields, nameField, names) => {
  expect(naming(fields, nameField)).toEqual(names)
})

test('a name may be a long text, and other long texts name nothing', () => {
  expect(naming(['remarks', 'name', 'city'], null, 'text')).toEqual(['name'])
  expect(naming(['remarks', 'city'], null, 'text')).toEqual([])
})
