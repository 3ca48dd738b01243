import { expect, test } from 'vitest'
import type { ServiceEvents } from './event-catalogue.ts'
import { findEvents } from './found-events.tsx'

const verbs = ['get', 'post', 'put', 'patch', 'delete']
const phases = ['', '.pre_process', '.post_process', '.queued']
const tables = Array.from({ length: 300 }, (_, index) => `table_${index}`)
const service = (name: string): ServiceEvents => {
  const path = `${name}._table.{table_name}`
  const endpoints = verbs.flatMap((verb) => phases.map((phase) => `${path}.${verb}${phase}`))
  return { service: name, paths: [{ name: path, endpoints, parameter: { table_name: tables } }] }
}
const catalogue = Array.from({ length: 20 }, (_, index) => service(`db${index}`))
const signal = new AbortController().signal

test('finds the names with every word among a hundred thousand, in any order and case', async () => {
  const { names, more } = await findEvents(catalogue, 'POST.pre Db7. .table_123.', { signal })
  expect(names).toEqual(['db7._table.table_123.post.pre_process'])
  expect(more).toBe(false)
})

test('collects no more names than the limit', async () => {
  const { names, more } = await findEvents(catalogue, '_table', { signal, most: 100 })
  expect([names.length, more]).toEqual([100, true])
})

test('stops an aborted search', async () => {
  const gone = new AbortController()
  const search = findEvents(catalogue, 'nowhere', { signal: gone.signal })
  gone.abort()
  await expect(search).rejects.toThrow()
})
