import { expect, test } from 'vitest'
import { autoColumns } from './auto-columns.ts'

const field = (name: string, type = 'string') => ({ name, type })

test('a small table shows all its fields, in table order', () => {
  expect(autoColumns([field('id'), field('email'), field('note')])).toEqual(['id', 'email', 'note'])
})

test('names come first, then dates and times, then other fields, up to eight', () => {
  const fields = [
    field('id', 'id'),
    ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => field(name)),
    field('born', 'date'),
    field('seen', 'timestamp'),
    field('starts', 'datetime'),
    field('phone'),
    field('name'),
  ]
  expect(autoColumns(fields)).toEqual(['id', 'a', 'b', 'c', 'born', 'starts', 'phone', 'name'])
})

test('with more than eight names, the others are left to the column chooser', () => {
  const all = ['name', 'title', 'fname', 'lname', 'first_name', 'last_name', 'email', 'phone', 'firstname', 'id']
  expect(autoColumns(all.map((name) => field(name)))).toHaveLength(8)
  expect(autoColumns(all.map((name) => field(name)))).not.toContain('id')
})
