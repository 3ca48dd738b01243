import fc from 'fast-check'
import { expect, it } from 'vitest'
import { piecesOfList } from './json-in-turns.ts'

/** What a function returns, or `refused`. */
function outcome(of: () => unknown): unknown {
  try {
    return of()
  } catch {
    return 'refused'
  }
}

it('takes lists apart that are JSON, and refuses those that are not', () => {
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom(...',:[]{}"1 \\')), { maxLength: 1 })
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.nat(9), changes, (list, piece, made) => {
      let text = JSON.stringify(list)
      for (const [place, kind, character] of made) {
        const at = place % text.length
        text = `${text.slice(0, at)}${kind === 0 ? '' : character}${text.slice(kind === 1 ? at : at + 1)}`
      }
      const whole = outcome(() => JSON.parse(text))
      const some = outcome(() => [...piecesOfList(text, piece)].flatMap((each) => JSON.parse(each)))
      expect(some).toEqual(whole === 'refused' || Array.isArray(whole) ? whole : [whole])
    }),
  )
})

it('keeps pieces of a long list short', () => {
  const list = Array.from({ length: 1_000 }, (_, a) => ({ a, b: ['x', { c: ']' }] }))
  const pieces = [...piecesOfList(JSON.stringify(list), 500)]
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(600)
  expect(pieces.flatMap((piece) => JSON.parse(piece))).toEqual(list)
})
