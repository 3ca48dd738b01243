import { describe, expect, it } from 'vitest'
import { printAddress, readMailAddresses } from './message.ts'

describe('addresses of a template', () => {
  it.each([
    [null, []],
    ['', []],
    ['nobody', []],
    ['{"name":5}', []],
    ['[{"email":', []],
    ['a@b.c, d@e.f', ['a@b.c', 'd@e.f']],
    ['{"name":"Ann","email":"a@b.c"}', ['Ann <a@b.c>']],
    ['["a@b.c",{"email":"d@e.f"}]', ['a@b.c', 'd@e.f']],
  ])('are parsed from %s', (stored, expected) => {
    expect(readMailAddresses(stored).map(printAddress)).toEqual(expected)
  })
})
