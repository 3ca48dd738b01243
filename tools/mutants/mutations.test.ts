import { describe, expect, it } from 'vitest'
import { describeMutation, mutated, mutationsOf, seeded } from './mutations.ts'

const mutants = (source: string) => mutationsOf('a.ts', source).map((each) => mutated(source, each))

describe('mutations', () => {
  it.each([
    ['export type Id = 1 | true'],
    [`export const text = 'a < b'`],
    ['export const sum = (a: Row) => a ?? null'],
  ])('leave alone what decides nothing: %s', (source) => {
    expect(mutants(source)).toEqual([])
  })

  it('turn comparisons, conditions and operators into their neighbours', () => {
    expect(mutants('f(a <= b && !c)')).toEqual([';', 'f(a < b && !c)', 'f(a <= b || !c)', 'f(a <= b && c)'])
    expect(mutants('const a = b ? c : d')).toEqual(['const a = !(b) ? c : d'])
  })

  it('skip refusals and calls', () => {
    expect(mutants('if (bad) throw problem')).toEqual(['if (false) throw problem'])
    expect(mutants('await requireAdmin(caller)')).toEqual([';'])
  })

  it('change literals', () => {
    expect(mutants('const a = [true, 7, 0]')).toEqual([
      'const a = [false, 7, 0]',
      'const a = [true, 0, 0]',
      'const a = [true, 7, 1]',
    ])
  })
})

it('a description shows the line before and after', () => {
  const source = 'const a = 1\nif (a > b) c()\n'
  const [, , comparison] = mutationsOf('a.ts', source)
  if (comparison === undefined) throw new Error('Three mutations were expected.')
  expect(describeMutation('a.ts', source, comparison)).toBe('a.ts:2: if (a > b) c() → if (a >= b) c()')
})

it('a seed gives the same numbers again', () => {
  const one = seeded(7)
  const same = seeded(7)
  const other = seeded(8)
  const numbers = Array.from({ length: 5 }, one)
  expect(Array.from({ length: 5 }, same)).toEqual(numbers)
  expect(Array.from({ length: 5 }, other)).not.toEqual(numbers)
  expect(numbers.every((each) => each >= 0 && each < 1)).toBe(true)
})
