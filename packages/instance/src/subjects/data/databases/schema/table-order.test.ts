import { expect, test } from 'vitest'
import { byReference } from './references.ts'

const table = (name: string, ...refTables: string[]) => ({ name, fields: refTables.map((refTable) => ({ refTable })) })
const namesOf = (items: readonly { name: string }[]) => items.map(({ name }) => name)

test('tables come after those they refer to, starting with those without references, else in the given order', () => {
  const items = [table('leaf', 'Branch'), table('branch', 'root'), table('alone', 'elsewhere'), table('root', 'root')]
  expect(namesOf(byReference(items))).toEqual(['alone', 'root', 'branch', 'leaf'])
})

test('circles and chains of any length have an order', () => {
  expect(namesOf(byReference([table('a', 'b'), table('b', 'a'), table('c', 'a')]))).toEqual(['b', 'a', 'c'])
  const chain = Array.from({ length: 50_000 }, (_, place) => table(`t${place}`, `t${place + 1}`))
  expect(byReference(chain)).toHaveLength(chain.length)
})
