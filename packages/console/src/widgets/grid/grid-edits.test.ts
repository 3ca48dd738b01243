import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  copiedCells,
  emptyCells,
  fillDown,
  maxAtOnce,
  pasteCells,
  tickAll,
  toggleCell,
  typeInto,
} from './grid-edits.ts'
import { GridModel } from './grid-model.ts'
import type { GridColumn } from './grid-source.ts'
import { cellsAsText, cellsOfText } from './use-grid-clipboard.ts'

const plain: GridColumn = {
  name: 'a',
  label: 'A',
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
}
const whole: GridColumn = {
  ...plain,
  name: 'n',
  nullable: false,
  read: (text) => (/^\d+$/.test(text) ? { value: Number(text) } : { problem: 'Not whole.' }),
}
const flag: GridColumn = {
  ...plain,
  name: 'f',
  editor: 'toggle',
  choices: [
    { text: 'true', label: 'Yes' },
    { text: 'false', label: 'No' },
  ],
  read: (text) => ({ value: text === 'true' }),
}
const key: GridColumn = { ...plain, name: 'id', fixed: 'The key stays.' }

let model: GridModel
beforeEach(() => {
  model = new GridModel({
    columns: [key, plain, whole, flag],
    source: {
      read: async (offset, limit) =>
        Array.from({ length: Math.max(0, Math.min(limit, 120 - offset)) }, (_, at) => {
          const id = offset + at
          return { key: String(id), record: { id, a: id === 1 ? null : `a${id}`, n: id, f: null } }
        }),
    },
  })
  onTestFinished(() => model.stop())
})

const choose = (top: number, left: number, bottom = top, right = left) => {
  model.selection.moveTo({ row: top, column: left })
  model.selection.extendTo({ row: bottom, column: right })
}
const shown = (row: number, column: number) => model.valueAt({ row, column })

describe('rejects', () => {
  test('typing over a key, and marks text that a column cannot parse with the reason', async () => {
    await model.rowsFrom(0, 9)
    typeInto(model, { row: 0, column: 0 }, '7')
    expect(model.drafts.size).toBe(0)
    typeInto(model, { row: 0, column: 2 }, 'seven')
    expect(model.drafts.problems).toEqual([{ key: '0', field: 'n', problem: 'Not whole.' }])
  })

  test('clearing a cell that can be neither NULL nor empty', async () => {
    choose(0, 2)
    await emptyCells(model)
    expect(model.drafts.size).toBe(0)
  })

  test('more rows at once than the limit', async () => {
    choose(0, 1, maxAtOnce, 1)
    expect(await copiedCells(model)).toBeNull()
    expect(model.saying).toMatch(/export or import/)
  })
})

test('copies a complete range, loading missing rows, and pastes it with its NULL values', async () => {
  choose(0, 1, 2, 2)
  const cells = await copiedCells(model)
  expect(cells).toEqual([
    ['a0', '0'],
    [null, '1'],
    ['a2', '2'],
  ])
  choose(100, 1)
  await pasteCells(model, cells ?? [])
  expect([shown(100, 1), shown(101, 1), shown(102, 2)]).toEqual(['a0', null, 2])
  expect(model.selection.range).toEqual({ top: 100, bottom: 102, left: 1, right: 2 })
})

test('fills the whole range with a single cell, omits columns beyond the grid and adds rows beyond it', async () => {
  choose(0, 1, 3, 1)
  await pasteCells(model, [['x']])
  expect([0, 1, 2, 3].map((row) => shown(row, 1))).toEqual(['x', 'x', 'x', 'x'])
  await model.rowsFrom(100, 130)
  choose(119, 3)
  await pasteCells(model, [
    ['true', 'beyond'],
    ['false', ''],
  ])
  expect(shown(0, 3)).toBe(false)
  expect(shown(120, 3)).toBe(true)
  expect(model.saying).toBe('1 row added, 2 cells changed, not saved yet.')
  model.drafts.undo()
  expect([shown(0, 3), shown(119, 3)]).toEqual([null, null])
})

test('asks before a paste that leaves something out, and pastes nothing if the answer is no', async () => {
  await model.rowsFrom(0, 9)
  const asked: unknown[] = []
  const answering = (answer: boolean) => async (leftOut: unknown) => {
    asked.push(leftOut)
    return answer
  }
  choose(0, 0)
  await pasteCells(model, [['7', 'x', '1', 'true', 'beyond']], answering(false))
  expect(asked).toEqual([{ columns: ['A'], beyond: 1 }])
  expect(model.drafts.size).toBe(0)
  await pasteCells(model, [['7', 'x']], answering(true))
  expect([shown(0, 0), shown(0, 1)]).toEqual([0, 'x'])
  choose(0, 0)
  await pasteCells(model, [['0', 'y']], answering(false))
  expect([asked.length, shown(0, 1)]).toEqual([2, 'y'])
  choose(0, 0)
  // Where nothing fits there is nothing to decide.
  await pasteCells(model, [['8']], answering(false))
  expect([asked.length, model.saying]).toEqual([2, 'The key stays.'])
})

test('pastes rows into a new one as new rows, and overwrites no stored row', async () => {
  await model.rowsFrom(0, 9)
  model.drafts.add({})
  choose(0, 1)
  await pasteCells(model, [['one'], ['two'], ['three']])
  expect([0, 1, 2, 3].map((row) => shown(row, 1))).toEqual(['one', 'two', 'three', 'a0'])
  expect(model.drafts.all.every(({ isNew }) => isNew)).toBe(true)
  expect(model.selection.range).toEqual({ top: 0, bottom: 2, left: 1, right: 1 })
})

test('fills down with the first row as one step', async () => {
  await model.rowsFrom(0, 9)
  typeInto(model, { row: 0, column: 2 }, '50')
  choose(0, 1, 2, 2)
  await fillDown(model)
  expect([shown(1, 1), shown(2, 2)]).toEqual(['a0', 50])
  model.drafts.undo()
  expect([shown(1, 1), shown(2, 2), shown(0, 2)]).toEqual([null, 2, 50])
})

test('selects all rows once their number is known, and before that only the loaded ones', async () => {
  await model.rowsFrom(0, 9)
  await tickAll(model)
  expect(model.selection.ticked.size).toBe(50)
  model.windows.setCount(120)
  await tickAll(model)
  expect(model.selection.ticked.size).toBe(120)
})

test('toggles through the choices and NULL', async () => {
  await model.rowsFrom(0, 9)
  choose(0, 3)
  const seen = [0, 1, 2, 3].map(() => {
    toggleCell(model)
    return shown(0, 3)
  })
  expect(seen).toEqual([true, false, null, true])
})

test('reads spreadsheet cells as they are written, including empty lines', () => {
  const cells = [['a', 'two\nlines'], [''], ['"', '\t']]
  expect(cellsOfText(cellsAsText(cells))).toEqual(cells)
  expect(cellsOfText('1\t2\r\n\r\n3\t4\r\n')).toEqual([['1', '2'], [''], ['3', '4']])
})
