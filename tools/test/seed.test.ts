import { expect, it } from 'vitest'
import { newSeed, testSeed, thoroughVariables } from './seed.ts'

it('the gate has the same seed each time, unless one is set', () => {
  expect(testSeed({})).toBe(testSeed({}))
  expect(testSeed({ MILLWRIGHT_TEST_SEED: '77' })).toBe(77)
})

it('a run of everything has another seed each time, unless one is set', () => {
  expect(newSeed({}, () => 0.5)).toBe(2 ** 30)
  expect(newSeed({ MILLWRIGHT_TEST_SEED: '77' }, () => 0.5)).toBe(77)
})

it('a run of everything sends 20,000 random filters to each database', () => {
  expect(thoroughVariables({ MILLWRIGHT_TEST_SEED: '77' })).toEqual({
    MILLWRIGHT_TEST_SEED: '77',
    MILLWRIGHT_FILTER_RUNS: '20000',
  })
  expect(thoroughVariables({ MILLWRIGHT_FILTER_RUNS: '5' })).toMatchObject({ MILLWRIGHT_FILTER_RUNS: '5' })
})
