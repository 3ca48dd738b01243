import { expect, test } from 'vitest'
import { describeTable } from '../table-description.ts'
import { equalityFilter, junctionOf, linkProblem, type OpenRelation, sharedValues } from './open-relation.ts'

const describe = (name: string, ...field: { name: string; alias?: string; required?: boolean }[]) =>
  describeTable(name, { field: field.map((one) => ({ type: 'integer', ...one })) }, [])
const place = (table: string) => ({ service: 'db', table })
const belonging = (record: object, relation: Partial<OpenRelation['relation']>): OpenRelation => ({
  place: place('floor'),
  table: describe('floor', { name: 'house' }, { name: 'no', alias: 'number' }),
  record: { ...record },
  relation: { name: 'room_by_floor', type: 'has_many', field: 'house,no', ref_field: 'house, floor_no', ...relation },
  target: place('room'),
  child: describe('room', { name: 'id' }, { name: 'house' }, { name: 'floor_no', alias: 'floor' }),
})

test('records have the values of their parent record, under the names that records use', () => {
  const values = sharedValues(belonging({ house: 3, number: 2 }, {}))
  expect(values).toEqual({ house: 3, floor: 2 })
  expect(equalityFilter(values ?? {})).toBe('(house = 3) AND (floor = 2)')
})

test('without a value or its counterpart, a record has no related records', () => {
  expect(sharedValues(belonging({ house: 3, number: null }, {}))).toBeNull()
  expect(sharedValues(belonging({ house: 3, number: 2 }, { ref_field: 'house' }))).toBeNull()
  expect(sharedValues(belonging({ house: 3 }, { field: '', ref_field: '' }))).toBeNull()
})

test('records can be linked through a table that requires only both keys', () => {
  const through = {
    type: 'many_many',
    field: 'house',
    ref_field: 'id',
    junction_field: 'a',
    junction_ref_field: 'b',
  } as const
  const between = (...more: { name: string; required?: boolean }[]) =>
    junctionOf(
      belonging({ house: 3 }, through),
      place('link'),
      describe('link', { name: 'a', required: true }, { name: 'b', required: true }, ...more),
    )
  expect(between()).toMatchObject({ own: 'a', ownValue: 3, other: 'b', otherField: 'id' })
  const plain = between({ name: 'note' })
  const needy = between({ name: 'amount', required: true })
  expect(plain && linkProblem(plain)).toBeNull()
  expect(needy && linkProblem(needy)).toBe('This needs a Link record with amount. Create it there.')
  expect(junctionOf(belonging({ house: null }, through), place('link'), describe('link'))).toBeNull()
})
