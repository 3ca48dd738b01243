import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseInTurns, pieceLength } from '../platform/json-in-turns.ts'
import { turnsDuring } from '../testing/turns.ts'
import { readJson } from './json.ts'

const read = async (text: string) => await readJson(text, 1_000_000)
const listOf = (count: number, item: (at: number) => string) =>
  `[${Array.from({ length: count }, (_, at) => item(at)).join(',')}]`
const filler = `"${'x'.repeat(pieceLength)}"`

describe('a large body is rejected with 400', () => {
  it.each([
    ['it ends too early', `[${filler},${filler},1`],
    ['it ends too early', `{"a":[${filler},${filler},1],"b":"`],
    ['see line 2, column 3', `[${filler},${filler},\n1 2]`],
    ['see line 1, column', `[${filler},${filler},]`],
    ['see line 1, column', `[${filler},,${filler}]`],
    ['see line 1, column', `[[${filler},${filler}]2,${filler}]`],
    ['see line 1, column', `[[${filler},${filler}],]`],
    ['see line 1, column', `[2[${filler},${filler}]]`],
    ['see line 1, column', `{"a":[${filler},${filler}}`],
    ['see line 1, column', `{"a"[${filler},${filler}]}`],
    ['see line 1, column', `{[${filler},${filler}]}`],
    ['see line 1, column', `{"a":1,${filler}:${filler},}`],
    ['see line 1, column 1', `x[${filler},${filler}]`],
    ['see line 1, column', `[${filler},${filler}] x`],
    ['see line 1, column', `[${filler},${filler}]]`],
  ])('%s', async (where, text) => {
    await expect(read(text)).rejects.toThrow(`The body is not valid JSON: ${where}`)
  })

  it('with null characters or lone surrogates, wherever they are', async () => {
    await expect(read(`[${filler},${filler},{"a":"\\u0000"}]`)).rejects.toThrow('null characters')
    await expect(read(`{"\\ud800":[${filler},${filler}],"b":1}`)).rejects.toThrow('unpaired surrogates')
  })
})

it('is rejected with 413 if more names differ than a twentieth of the values', async () => {
  const different = 'The body contains more than 50000 different names, a twentieth of MILLWRIGHT_MAX_VALUES.'
  const records = (names: number) => listOf(60_000, (at) => `{"${'k'.repeat(9)}${at % names}":"${'x'.repeat(9)}"}`)
  await expect(async () => await read(records(60_000))).rejects.toThrow(different)
  expect(await read(records(40_000))).toHaveLength(60_000)
})

it('is rejected with 413 if it has many objects, which take the memory of three values', async () => {
  await expect(async () => await read(listOf(300_000, () => '[1]'))).rejects.toThrow('more than 1000000 values')
  expect(await read(listOf(200_000, () => '[1]'))).toHaveLength(200_000)
})

it('is rejected with 413 if it has many long numbers, which take the memory of six values', async () => {
  const long = (count: number) => listOf(count, () => '1234567890123456789')
  await expect(async () => await read(long(200_000))).rejects.toThrow('more than 1000000 values')
  expect(await read(long(160_000))).toHaveLength(160_000)
  expect(await read(listOf(600_000, () => '123456789.12345'))).toHaveLength(600_000)
})

it('drops `__proto__`, however large it is', async () => {
  const text = `{"__proto__":{"a":[${filler},${filler}]},"\\u005f_proto__":1,"b":[{"__proto__":1,"c":${filler}},2]}`
  const value = await read(text)
  expect(Object.keys(Object(value))).toEqual(['b'])
  expect(value).toEqual({ b: [{ c: 'x'.repeat(pieceLength) }, 2] })
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
})

const spaced = fc.constantFrom(undefined, 1)

it('reads and rejects what is read and rejected at once', async () => {
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom(...',:[]{}"1 \\')), { maxLength: 2 })
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), spaced, fc.nat(9), changes, async (value, space, piece, made) => {
      let text = JSON.stringify([value, { value, last: [value] }], null, space)
      for (const [place, removed, added] of made) {
        const at = place % text.length
        text = `${text.slice(0, at)}${added}${text.slice(at + removed)}`
      }
      const inTurns = await outcome(() => parseInTurns(text, dropping, piece))
      const atOnce = await outcome(() => dropping(text))
      expect(inTurns, text).toEqual(atOnce)
    }),
    { numRuns: 2_000 },
  )
})

const dropping = (text: string): unknown =>
  JSON.parse(text, (name, value) => (name === '__proto__' ? undefined : value))

async function outcome(read: () => unknown): Promise<unknown> {
  try {
    return { read: await read() }
  } catch {
    return 'rejected'
  }
}

it.each([
  ['names', listOf(200_000, (at) => `{"k${at % 40_000}":1}`)],
  ['digits', listOf(100_000, (at) => `12345678901.1234567${at}`)],
  ['texts', `{"a":{"b":${listOf(100_000, (at) => `"s${at}"`)}}}`],
])('lets others run while many %s are read', async (_, text) => {
  expect(await turnsDuring(() => read(text))).toBeGreaterThan(10)
})
