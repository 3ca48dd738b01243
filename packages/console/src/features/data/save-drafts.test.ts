import { expect, test } from 'vitest'
import { InstanceError, readError } from '../../instance/instance-error.ts'
import { refusalsOf } from './save-drafts.ts'
import { describeTable } from './table-description.ts'

const table = describeTable(
  'people',
  { primary_key: ['id'], field: [{ name: 'id' }, { name: 'name' }, { name: 'email' }] },
  [],
)
const draft = (key: string) => ({ key, base: { id: key }, isNew: false, changes: new Map(), refusals: new Map() })
const sent = [draft('1'), draft('2'), draft('3')]

const batch = (index: number, row: object) => {
  const resource: object[] = [{ id: 1 }, { id: 2 }, { id: 3 }]
  resource[index] = row
  return readError(400, {
    error: { code: 1000, status_code: 400, message: 'Batch Error', context: { error: [index], resource } },
  })
}

test('assigns a message whose context names a field to that cell', () => {
  const error = batch(1, { code: 400, message: 'Invalid data.', context: { name: ['Too long.', 'And empty.'] } })
  expect(refusalsOf(error, sent, table)).toEqual(new Map([['2', new Map([['name', 'Too long. And empty.']])]]))
})

test('assigns a message that only quotes a field to that cell', () => {
  const error = batch(2, { code: 400, message: "Field 'email' is required.", context: null })
  expect(refusalsOf(error, sent, table)).toEqual(new Map([['3', new Map([['email', "Field 'email' is required."]])]]))
})

test('assigns a message that names a constraint to the only change that fits', () => {
  const changed = { ...draft('2'), changes: new Map([['email', { value: 'x' }]]) }
  const error = batch(1, {
    code: 400,
    message: "The record violates the check constraint 'people_email_check'.",
    context: null,
  })
  expect([
    ...(refusalsOf(error, [draft('1'), changed], table)
      .get('2')
      ?.keys() ?? []),
  ]).toEqual(['email'])
})

test('assigns a message about no field to its row', () => {
  const error = batch(0, { code: 404, message: 'Record not found.', context: null })
  expect(refusalsOf(error, sent, table)).toEqual(new Map([['1', new Map([['', 'Record not found.']])]]))
})

test('assigns an error about the whole request to no row, unless only one was sent', () => {
  const error = new InstanceError('The server is on fire.', { status: 503 })
  expect(refusalsOf(error, sent, table).size).toBe(0)
  expect(refusalsOf(error, sent.slice(0, 1), table)).toEqual(
    new Map([['1', new Map([['', 'The server is on fire.']])]]),
  )
})
