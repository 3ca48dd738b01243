import { expect, test } from 'vitest'
import { memoryKey, readMemory, withoutView, withView, withWidth, writeMemory } from './list-memory.ts'

function storage(content: Record<string, string> = {}) {
  return {
    getItem: (key: string) => content[key] ?? null,
    setItem: (key: string, value: string) => {
      content[key] = value
    },
  }
}

test('treats unavailable or invalid storage as empty', () => {
  const refusing = {
    getItem: () => {
      throw new Error('denied')
    },
    setItem: () => {
      throw new Error('denied')
    },
  }
  expect(readMemory(refusing, 'k')).toEqual({ views: [] })
  expect(() => writeMemory(refusing, 'k', { views: [] })).not.toThrow()
  expect(readMemory(storage({ k: '{oops' }), 'k')).toEqual({ views: [] })
  expect(readMemory(storage({ k: '{"views":[{"name":1}],"columns":[4],"widths":{"id":"x"}}' }), 'k')).toEqual({
    views: [],
  })
})

test('stores each instance and collection separately', () => {
  expect(memoryKey('https://a.test', 'admin')).not.toBe(memoryKey('https://a.test', 'user'))
})

test('reads what was stored', () => {
  const kept = storage()
  const memory = withView(withWidth({ views: [], columns: ['id', 'email'], pageSize: 50 }, 'email', 3000), {
    name: 'Inactive',
    search: { where: 'is_active:is:false' },
  })
  writeMemory(kept, 'k', memory)
  expect(readMemory(kept, 'k')).toEqual({
    columns: ['id', 'email'],
    pageSize: 50,
    widths: { email: 900 },
    views: [{ name: 'Inactive', search: { where: 'is_active:is:false' } }],
  })
})

test('replaces a view of the same name, and removes one', () => {
  const first = withView({ views: [] }, { name: 'A', search: { filter: 'x' } })
  const second = withView(first, { name: 'A', search: { filter: 'y' } })
  expect(second.views).toEqual([{ name: 'A', search: { filter: 'y' } }])
  expect(withoutView(second, 'A').views).toEqual([])
})
