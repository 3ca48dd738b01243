import { describe, expect, it } from 'vitest'
import { rowPicker, rowShape } from './row-shape.ts'

describe('the shape of rows', () => {
  it('refuses a column that would change what the row is', () => {
    expect(() => rowShape(['__proto__'])).toThrow()
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
