import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { expect, test } from 'vitest'
import { keepUnchanged } from './script-result.ts'

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('a value that a script left unchanged keeps its digits, beside changed values', () => {
  const long = new ExactNumber('12345678901234567890')
  const original = { resource: [{ id: long, name: 'a' }, { id: long }], gone: 1 }
  const sent = plain(original) as { resource: { id: number; name?: string }[]; gone?: number }
  const now = structuredClone(sent)
  now.resource[0] = { ...sent.resource[0], id: sent.resource[0]?.id ?? 0, name: 'b' }
  now.resource.push({ id: 1 })
  delete now.gone
  const kept = keepUnchanged(original, sent, now)
  expect(JSON.stringify(kept)).toBe(
    '{"resource":[{"id":12345678901234567890,"name":"b"},{"id":12345678901234567890},{"id":1}]}',
  )
})

test('a number rounded by a language counts as unchanged, and a different exact number as changed', () => {
  const long = new ExactNumber('12345678901234567890')
  const other = new ExactNumber('12345678901234567891')
  expect(keepUnchanged([long], [long], [Number(long.digits)])).toEqual([long])
  expect(keepUnchanged([long], [long], [other])).toEqual([other])
  expect(keepUnchanged([long], [long], [1])).toEqual([1])
})

test('an unchanged value is the identical object', () => {
  const original = { a: [1] }
  expect(keepUnchanged(original, plain(original), plain(original))).toBe(original)
})
