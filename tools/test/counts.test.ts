import { describe, expect, it } from 'vitest'
import { inWords, oneFailed, onePassed, oneSkipped, sum } from './counts.ts'

describe('the closing line', () => {
  it('omits the skipped count if nothing was skipped', () => {
    expect(inWords(sum([onePassed, oneFailed, onePassed]))).toBe('2 passed, 1 failed')
  })

  it('shows how many were skipped', () => {
    expect(inWords(sum([onePassed, oneSkipped]))).toBe('1 passed, 0 failed, 1 skipped')
  })

  it('shows zeros for an empty run', () => {
    expect(inWords(sum([]))).toBe('0 passed, 0 failed')
  })
})
