import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { pasteCells } from './grid-edits.ts'
import { GridModel } from './grid-model.ts'
import type { GridColumn } from './grid-source.ts'

const column = (name: string): GridColumn => ({
  name,
  label: name,
  width: 100,
  align: 'start',
  mono: false,
  editor: 'line',
  choices: [],
  openChoice: false,
  locked: null,
  fixed: null,
  nullable: true,
  sortable: true,
  print: String,
  show: String,
  read: (text) => ({ value: text }),
})
const a = column('a')
const b = column('b')
const c = column('c')

/** The keys of the table's rows, in order. */
let stored: string[] = []
let model: GridModel

beforeEach(async () => {
  stored = Array.from({ length: 120 }, (_, at) => `k${at}`)
  model = new GridModel({
    columns: [a, b, c],
    source: {
      read: async (offset, limit) =>
        stored.slice(offset, offset + limit).map((key) => ({ key, record: { a: key, b: null, c: null } })),
    },
  })
  onTestFinished(() => model.stop())
  await model.rowsFrom(0, 9)
})

const choose = (top: number, left: number, bottom = top, right = left) => {
  model.selection.moveTo({ row: top, column: left })
  model.selection.extendTo({ row: bottom, column: right })
}
const selected = () => {
  const { top, bottom } = model.selection.range
  return Array.from({ length: bottom - top + 1 }, (_, at) => model.rowAt(top + at)?.key)
}
const refresh = async (last = 9) => {
  model.windows.refresh()
  await model.rowsFrom(0, last)
}
/** Stores new rows at the end of the table, as an auto-increment key does. */
const save = async () => {
  const sent = model.drafts.all
  const rows = new Map(
    model.drafts.created.map(({ key, record }) => [key, { key: key.replace('new ', 'stored '), record }]),
  )
  stored.push(...[...rows.values()].map(({ key }) => key))
  model.stored(sent, rows)
  model.selection.tick([...rows.keys()], false)
  await refresh()
}

describe('the selection stays on its rows', () => {
  const changes: Record<string, () => unknown> = {
    'a row is added': () => model.drafts.add({}),
    'the addition of a row is undone': () => {
      model.drafts.add({})
      model.drafts.undo()
    },
    'rows before it are deleted': async () => {
      stored = stored.slice(2)
      model.windows.refresh(new Set(['k0', 'k1']))
      await model.rowsFrom(0, 9)
    },
    'somebody else inserted rows': async () => {
      stored.unshift('other')
      await refresh()
    },
    'new rows above it are stored': async () => {
      model.drafts.add({})
      await save()
    },
  }
  test.each(Object.entries(changes))('when %s', async (_, change) => {
    choose(4, 1, 6, 2)
    expect(selected()).toEqual(['k4', 'k5', 'k6'])
    await change()
    expect(selected()).toEqual(['k4', 'k5', 'k6'])
    expect(model.selection.range).toMatchObject({ left: 1, right: 2 })
  })

  test('when the column order changes', () => {
    choose(4, 1)
    model.setColumns([c, b, a])
    expect(model.columnAt(model.selection.active.column)?.name).toBe('b')
    model.setColumns([b, a])
    expect(model.columnAt(model.selection.active.column)?.name).toBe('b')
  })
})

test('keeps pasted rows selected after they are stored, wherever they are', async () => {
  model.drafts.add({})
  choose(0, 1)
  await pasteCells(model, [['one'], ['two'], ['three']])
  await save()
  expect(model.selection.isEmpty).toBe(true)
  await model.rowsFrom(120, 122)
  expect(selected()).toEqual(['stored 1', 'stored 2', 'stored 3'])
})

test('clears the selection if its rows were deleted, so that a paste adds rows and overwrites none', async () => {
  choose(2, 1, 3, 1)
  stored = stored.filter((key) => key !== 'k2' && key !== 'k3')
  await refresh()
  expect(model.selection.isEmpty).toBe(true)
  await pasteCells(model, [['one'], ['two']])
  expect(model.drafts.all.map(({ isNew }) => isNew)).toEqual([true, true])
  expect(selected()).toEqual(model.drafts.created.map(({ key }) => key))
  model.drafts.undo()
  expect(model.selection.isEmpty).toBe(true)
})

test('overwrites only pasted rows with a second paste after saving', async () => {
  model.drafts.add({})
  choose(0, 1)
  await pasteCells(model, [['one'], ['two']])
  await save()
  await pasteCells(model, [['one'], ['two']])
  expect(model.drafts.all.every(({ isNew }) => isNew)).toBe(true)
})

test('loads a range before writing to it', async () => {
  choose(110, 1)
  stored.unshift('other')
  await pasteCells(model, [['one'], ['two']])
  expect(selected()).toEqual(model.drafts.all.map(({ key }) => key))
})
