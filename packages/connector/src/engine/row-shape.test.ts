import { describe, expect, it } from 'vitest'
import { rowPicker, rowShape } from './rows.ts'

describe('rowShape', () => {
  it('keeps the prototype of a row with a column named __proto__', () => {
    const row = rowShape(['__proto__', 'a'])([{ b: 1 }, 2])
    expect(Object.entries(row)).toEqual([
      ['__proto__', { b: 1 }],
      ['a', 2],
    ])
    expect(row).not.toHaveProperty('b')
  })

  it('supports any other column name', () => {
    const names = ['id', 'to', 'a"b', "a'b", 'a`b', 'count(*)', '\u2028', 'constructor', '\\']
    expect(rowShape(names)(names)).toEqual(Object.fromEntries(names.map((name) => [name, name])))
  })

  it('uses the last of two columns with the same name', () => {
    expect(rowShape(['id', 'id'])([1, 2])).toEqual({ id: 2 })
  })
})

describe('rowPicker', () => {
  it('copies only the named members, in their order', () => {
    const picked = rowPicker(['b', 'a'])({ a: 1, b: 2, c: 3 })
    expect(Object.entries(picked)).toEqual([
      ['b', 2],
      ['a', 1],
    ])
  })
})
