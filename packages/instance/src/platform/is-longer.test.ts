import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { isLonger } from './plain-text.ts'

it('counts characters, of which some have two units', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'ä', '😀', '\ud800'), maxLength: 9 })
  fc.assert(
    fc.property(text, fc.nat(9), (some, most) => {
      expect(isLonger(some, most)).toBe([...some].length > most)
    }),
  )
})

it('takes no text apart that is far too long', () => {
  const apart = vi.spyOn(String.prototype, Symbol.iterator)
  try {
    expect(isLonger('a'.repeat(511), 255)).toBe(true)
    expect(apart).not.toHaveBeenCalled()
  } finally {
    apart.mockRestore()
  }
})
