import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rejectWith, respondWith } from '../../testing/answering.ts'
import { visit } from '../../testing/render-route.tsx'

const instance = sharedInstance({ config: { sampleData: true } })
const as = { as: instance.root }
type Through = ReturnType<typeof respondWith>

async function open(path: string, ...through: readonly Through[]) {
  const asked: string[] = []
  const listening: Through = (reach) => (input, init) => {
    asked.push(String(input))
    return reach(input, init)
  }
  await visit(instance, path, {
    ...as,
    through: (reach) => [...through, listening].reduce((reached, between) => between(reached), reach),
  })
  const link = await screen.findByRole('link', { name: 'order_line' })
  return { link, asked: (part: string) => asked.filter((each) => each.includes(part)) }
}

test('lists tables of a server without figures, and asks for none', async () => {
  const environment = (await instance.send<{ platform: object }>('GET', 'system/environment', as)).body
  const bare = { ...environment, platform: { ...environment.platform, features: [] } }
  const { link, asked } = await open('/data/sample', respondWith({ part: '/system/environment' }, 200, bare))
  await waitFor(() => expect(link.textContent).toContain('350 rows'))
  expect(asked('figures')).toEqual([])
})

test('lists tables before their figures, and without them if they are refused', async () => {
  const { link } = await open('/data/sample', rejectWith({ part: 'figures=true' }, 403, 'Not for you.'))
  await waitFor(() => expect(link.textContent).toContain('350 rows'))
  expect(screen.queryByText('Size')).toBeNull()
})

test('lists rows, columns, relations and sizes of all tables from one answer', async () => {
  const { link, asked } = await open('/schema/sample')
  await waitFor(() => expect(link.textContent).toMatch(/^order_line350 Rows 6 Columns 2 Relations [\d.]+ kB Size $/))
  expect(asked('figures=true')).toHaveLength(1)
  expect(asked('/_schema/order_line')).toEqual([])
  expect(asked('include_count')).toEqual([])
})

test('says which numbers of rows are estimates, and when a table was changed last', async () => {
  const figures = { name: 'order_line', fields: 6, relations: 2, rows: 1_234_567, estimated: true, bytes: 98_000_000 }
  const resource = [
    { ...figures, last_change: '2020-01-10T00:00:00Z' },
    { name: 'open_order', fields: 6, relations: 0 },
  ]
  const { link } = await open('/data/sample', respondWith({ part: 'figures=true' }, 200, { resource }))
  await waitFor(() => expect(link.textContent).toMatch(/about 1,200,000 Rows 98 MB Size \d+ years ago Last change $/))
  const rows = () => screen.getAllByRole('link').map(({ textContent }) => textContent)
  await waitFor(() => expect(rows()).toContain('open_order24'))
})
