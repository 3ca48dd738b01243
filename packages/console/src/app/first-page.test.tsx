import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { visit } from '../testing/render-route.tsx'
import { tabNames, tabs } from './tabs.ts'

const instance = sharedInstance()

beforeAll(async () => {
  for (const name of ['one', 'two', 'three']) await instance.make.role({ name })
  await instance.make.user({ name: 'somebody' })
})

/** Opens an address and returns the requests for a collection, in order. */
async function readsOf(path: string, collection: string): Promise<readonly string[]> {
  const reads: string[] = []
  const { queryClient } = await visit(instance, path, {
    as: instance.root,
    through: (reach) => (input, init) => {
      const { pathname, searchParams } = new URL(String(input), 'http://console.test')
      if (pathname.endsWith(`/system/${collection}`)) reads.push(decodeURIComponent(searchParams.toString()))
      return reach(input, init)
    },
  })
  await screen.findAllByRole('row')
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  return reads
}

const lists = tabNames.flatMap((name) => {
  const { path, list } = tabs[name]
  const plain = typeof list === 'function' ? list({}) : list
  return plain ? [{ path, collection: plain.collection }] : []
})

test.each(lists)(
  'the list $path loads its first page once: the prefetch matches the query of the list',
  async (list) => {
    expect(await readsOf(list.path, list.collection)).toHaveLength(1)
  },
)

test.each(['filter=root', 'where=name:contains:o', 'sort=-name'])(
  'does not prefetch for an address with ?%s',
  async (query) => {
    const [first = '', ...more] = await readsOf(`/admins?${query}`, 'admin')
    expect(first).toMatch(/filter=|order=/)
    expect(more).toEqual([])
  },
)

test('requests the total count only if the last page is not visible', async () => {
  const reads = await readsOf('/roles?pageSize=2', 'role')
  await screen.findByText(/of 3$/)
  expect(reads).toEqual([expect.stringContaining('limit=3'), expect.stringContaining('include_count=true')])
})
