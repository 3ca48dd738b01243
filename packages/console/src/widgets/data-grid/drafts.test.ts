import { beforeEach, describe, expect, test } from 'vitest'
import { Drafts, draftedRecord } from './drafts.ts'

const ada = { key: '1', record: { id: 1, name: 'Ada', age: 36 } }
const bob = { key: '2', record: { id: 2, name: 'Bob', age: 41 } }

let drafts: Drafts
beforeEach(() => {
  drafts = new Drafts()
})

const shown = (row: typeof ada) => draftedRecord(row, drafts.of(row.key))

test('a step is taken back and forth as a whole, however many cells it has', () => {
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

test('a cell that has its old value again is not a change', () => {
  drafts.edit([{ row: ada, field: 'name', draft: { value: 'Eve' } }])
  drafts.edit([{ row: ada, field: 'name', draft: null }])
  expect(drafts.size).toBe(0)
  drafts.undo()
  expect(shown(ada)).toEqual({ ...ada.record, name: 'Eve' })
})

test('a new edit closes the way forth', () => {
  drafts.edit([{ row: ada, field: 'name', draft: { value: 'Eve' } }])
  drafts.undo()
  drafts.edit([{ row: bob, field: 'name', draft: { value: 'Rob' } }])
  expect(drafts.canRedo).toBe(false)
})

test('giving up changes is a step like another', () => {
  drafts.edit([{ row: ada, field: 'name', draft: { value: 'Eve' } }])
  drafts.revert(['1'])
  expect(drafts.size).toBe(0)
  drafts.undo()
  expect(shown(ada).name).toBe('Eve')
})

test('new rows are there until they are saved or given up, in the order of their making', () => {
  const first = drafts.add({ name: '' })
  const second = drafts.add({ name: '' })
  expect(drafts.created.map(({ key }) => key)).toEqual([first, second])
  drafts.undo()
  expect(drafts.created.map(({ key }) => key)).toEqual([first])
  drafts.saved([first])
  expect(drafts.created).toEqual([])
  expect(drafts.canUndo).toBe(false)
})

describe('what the server refused', () => {
  beforeEach(() => {
    drafts.edit([{ row: ada, field: 'name', draft: { value: '' } }])
    drafts.refuse(new Map([['1', new Map([['name', 'Too short.']])]]))
  })

  test('stands at the cell until it is edited', () => {
    expect(drafts.of('1')?.refusals.get('name')).toBe('Too short.')
    drafts.edit([{ row: ada, field: 'age', draft: { value: 1 } }])
    expect(drafts.of('1')?.refusals.get('name')).toBe('Too short.')
    drafts.edit([{ row: ada, field: 'name', draft: { value: 'Eve' } }])
    expect(drafts.of('1')?.refusals.size).toBe(0)
  })

  test('goes when another answer comes', () => {
    drafts.refuse(new Map())
    expect(drafts.of('1')?.refusals.size).toBe(0)
  })
})

test('what cannot be saved is known by row and field', () => {
  drafts.edit([{ row: ada, field: 'age', draft: { value: 'old', problem: 'Not a number.' } }])
  expect(drafts.problems).toEqual([{ key: '1', field: 'age', problem: 'Not a number.' }])
})

test('saving one row leaves the steps of the others', () => {
  drafts.edit([{ row: ada, field: 'name', draft: { value: 'Eve' } }])
  drafts.edit([{ row: bob, field: 'name', draft: { value: 'Rob' } }])
  drafts.saved(['2'])
  expect(drafts.all.map(({ key }) => key)).toEqual(['1'])
  drafts.undo()
  expect(drafts.size).toBe(0)
  expect(drafts.canUndo).toBe(false)
})
