import { expect, it } from 'vitest'
import { newSeed, testSeed, thoroughVariables } from './seed.ts'

it('the gate has the same seed each time, unless one is set', () => {
  expect(testSeed({})).toBe(testSeed({}))
  expect(testSeed({ TEST_SEED: '77' })).toBe(77)
})

it('a run of everything has another seed each time, unless one is set', () => {
  expect(newSeed({}, () => 0.5)).toBe(2 ** 30)
  expect(newSeed({ TEST_SEED: '77' }, () => 0.5)).toBe(77)
})

it('a run of everything sends 20,000 random filters to each database', () => {
  expect(thoroughVariables({ TEST_SEED: '77' })).toEqual({
    TEST_SEED: '77',
    TEST_FILTERS: '20000',
  })
  expect(thoroughVariables({ TEST_FILTERS: '5' })).toMatchObject({ TEST_FILTERS: '5' })
})
