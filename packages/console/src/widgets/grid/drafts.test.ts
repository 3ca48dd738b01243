import { beforeEach, describe, expect, test } from 'vitest'
import { Drafts, draftedRecord, type RowDraft } from './drafts.ts'

const ada = { key: '1', record: { id: 1, name: 'Ada', age: 36 } }
const bob = { key: '2', record: { id: 2, name: 'Bob', age: 41 } }

let drafts: Drafts
beforeEach(() => {
  drafts = new Drafts()
})

const shown = (row: typeof ada) => draftedRecord(row, drafts.of(row.key))

test('undoes and redoes a step as a whole, however many cells it has', () => {
  drafts.edit([
    { row: ada, field: 'name', draft: { value: 'Eve' } },
    { row: ada, field: 'age', draft: { value: null } },
    { row: bob, field: 'age', draft: { value: 42 } },
  ])
  expect(shown(ada)).toEqual({ id: 1, name: 'Eve', age: null })
  expect(drafts.undo()).toEqual(['1', '2'])
  expect(drafts.size).toBe(0)
  expect(drafts.canUndo).toBe(false)
  drafts.redo()
  expect(shown(ada)).toEqual({ id: 1, name: 'Eve', age: null })
  expect(shown(bob)).toEqual({ id: 2, name: 'Bob', age: 42 })
  expect(drafts.redo()).toEqual([])
})

test('does not count a cell with its original value as changed', () => {
  drafts.edit([{ row: ada, field: 'name', draft: { value: 'Eve' } }])
  drafts.edit([{ row: ada, field: 'name', draft: null }])
  expect(drafts.size).toBe(0)
  drafts.undo()
  expect(shown(ada)).toEqual({ ...ada.record, name: 'Eve' })
})

test('clears the redo history on a new edit', () => {
  drafts.edit([{ row: ada, field: 'name', draft: { value: 'Eve' } }])
  drafts.undo()
  drafts.edit([{ row: bob, field: 'name', draft: { value: 'Rob' } }])
  expect(drafts.canRedo).toBe(false)
})

test('treats reverting changes as a step that can be undone', () => {
  drafts.edit([{ row: ada, field: 'name', draft: { value: 'Eve' } }])
  drafts.revert(['1'])
  expect(drafts.size).toBe(0)
  drafts.undo()
  expect(shown(ada).name).toBe('Eve')
})

test('keeps new rows in order of creation until they are saved or discarded', () => {
  const first = drafts.add({ name: '' })
  const second = drafts.add({ name: '' })
  expect(drafts.created.map(({ key }) => key)).toEqual([first, second])
  drafts.undo()
  expect(drafts.created.map(({ key }) => key)).toEqual([first])
  drafts.forget([first])
  expect(drafts.created).toEqual([])
  expect(drafts.canUndo).toBe(false)
})

describe('a rejection by the server', () => {
  beforeEach(() => {
    drafts.edit([{ row: ada, field: 'name', draft: { value: '' } }])
    drafts.refuse(new Map([['1', new Map([['name', 'Too short.']])]]))
  })

  test('is shown at the cell until it is edited', () => {
    expect(drafts.of('1')?.refusals.get('name')).toBe('Too short.')
    drafts.edit([{ row: ada, field: 'age', draft: { value: 1 } }])
    expect(drafts.of('1')?.refusals.get('name')).toBe('Too short.')
    drafts.edit([{ row: ada, field: 'name', draft: { value: 'Eve' } }])
    expect(drafts.of('1')?.refusals.size).toBe(0)
  })

  test('is cleared by the next response', () => {
    drafts.refuse(new Map())
    expect(drafts.of('1')?.refusals.size).toBe(0)
  })
})

test('reports invalid values by row and field', () => {
  drafts.edit([{ row: ada, field: 'age', draft: { value: 'old', problem: 'Not a number.' } }])
  expect(drafts.problems).toEqual([{ key: '1', field: 'age', problem: 'Not a number.' }])
})

test('keeps the undo steps of other rows when one is saved', () => {
  drafts.edit([{ row: ada, field: 'name', draft: { value: 'Eve' } }])
  drafts.edit([{ row: bob, field: 'name', draft: { value: 'Rob' } }])
  drafts.forget(['2'])
  expect(drafts.all.map(({ key }) => key)).toEqual(['1'])
  drafts.undo()
  expect(drafts.size).toBe(0)
  expect(drafts.canUndo).toBe(false)
})

describe('what was changed after a row was sent', () => {
  const edit = (field: string, value: unknown) => drafts.edit([{ row: ada, field, draft: { value } }])
  const store = (key: string, row: typeof ada) => drafts.stored(sent, new Map([[key, row]]))
  let sent: readonly RowDraft[]

  beforeEach(() => {
    edit('name', 'Eve')
    sent = drafts.all
  })

  test('stays as one step that changes the stored record', () => {
    edit('name', 'Eva')
    edit('age', 37)
    store('1', { key: '1', record: { id: 1, name: 'Eve', age: 36 } })
    expect(drafts.of('1')?.base).toEqual({ id: 1, name: 'Eve', age: 36 })
    expect(Object.fromEntries(drafts.of('1')?.changes ?? [])).toEqual({ name: { value: 'Eva' }, age: { value: 37 } })
    drafts.undo()
    expect([drafts.size, drafts.canUndo]).toEqual([0, false])
  })

  test('is changed back if it was taken back', () => {
    drafts.undo()
    store('1', { key: '1', record: { id: 1, name: 'Eve', age: 36 } })
    expect(Object.fromEntries(drafts.of('1')?.changes ?? [])).toEqual({ name: { value: 'Ada' } })
  })

  test('belongs to the record of a new row, whose addition can no longer be undone', () => {
    drafts.clear()
    const key = drafts.add({})
    sent = drafts.all
    drafts.edit([{ row: { key, record: {} }, field: 'age', draft: { value: 1 } }])
    store(key, { key: '3', record: { id: 3, name: '', age: 0 } })
    expect(drafts.all).toMatchObject([{ key: '3', isNew: false, base: { id: 3 } }])
    expect(drafts.created).toEqual([])
    drafts.undo()
    expect(drafts.size).toBe(0)
  })

  test('is nothing if only the server rejected other rows', () => {
    drafts.refuse(new Map())
    store('1', { key: '1', record: { id: 1, name: 'Eve', age: 36 } })
    expect(drafts.size).toBe(0)
  })
})
