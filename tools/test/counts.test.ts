import { describe, expect, it } from 'vitest'
import { inWords, oneFailed, onePassed, oneSkipped, sum } from './counts.ts'

describe('the closing line', () => {
  it('leaves skipped out when nothing was skipped', () => {
    expect(inWords(sum([onePassed, oneFailed, onePassed]))).toBe('2 passed, 1 failed')
  })

  it('names what was skipped', () => {
    expect(inWords(sum([onePassed, oneSkipped]))).toBe('1 passed, 0 failed, 1 skipped')
  })

  it('says zero of nothing', () => {
    expect(inWords(sum([]))).toBe('0 passed, 0 failed')
  })
})
