import { describe, expect, it } from 'vitest'
import { rowPicker, rowShape } from './row-shape.ts'

describe('the shape of rows', () => {
  it('is not changed by a column of a name that could', () => {
    const row = rowShape(['__proto__', 'a'])([{ b: 1 }, 2])
    expect(Object.entries(row)).toEqual([
      ['__proto__', { b: 1 }],
      ['a', 2],
    ])
    expect(row).not.toHaveProperty('b')
  })

  it('takes any other name as it is', () => {
    const names = ['id', 'to', 'a"b', "a'b", 'a`b', 'count(*)', '\u2028', 'constructor', '\\']
    expect(rowShape(names)(names)).toEqual(Object.fromEntries(names.map((name) => [name, name])))
  })

  it('takes the last of two columns of one name', () => {
    expect(rowShape(['id', 'id'])([1, 2])).toEqual({ id: 2 })
  })
})

describe('the pick of a row', () => {
  it('has the named members in their order, and no others', () => {
    const picked = rowPicker(['b', 'a'])({ a: 1, b: 2, c: 3 })
    expect(Object.entries(picked)).toEqual([
      ['b', 2],
      ['a', 1],
    ])
  })
})
