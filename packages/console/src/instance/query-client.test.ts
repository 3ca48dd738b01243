import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueryClient } from './query-client.ts'

const queryKey = ['collection', 'system/app']

/** A query whose responses arrive when the test releases them; each is the number of its request. */
function heldQuery() {
  const releases: (() => void)[] = []
  const queryFn = () => {
    const request = releases.length + 1
    return new Promise<number>((resolve) => releases.push(() => resolve(request)))
  }
  return { query: { queryKey, queryFn }, releases }
}

test('repeats the first request of a list that was sent before a change', async () => {
  const client = createQueryClient()
  const { query, releases } = heldQuery()
  const stop = new QueryObserver(client, query).subscribe(() => undefined)
  const changed = client.invalidateQueries({ queryKey: ['collection'] })
  expect(releases).toHaveLength(2)
  for (const release of releases) release()
  await changed
  expect(client.getQueryData(queryKey)).toBe(2)
  stop()
})

test('repeats a request that a route has sent before a change, and answers the route with its response', async () => {
  const client = createQueryClient()
  const { query, releases } = heldQuery()
  const loaded = client.ensureQueryData(query)
  await client.invalidateQueries({ queryKey })
  for (const release of releases) release()
  expect(await loaded).toBe(2)
})

test('repeats the request of a shown list once only', async () => {
  const client = createQueryClient()
  const { query, releases } = heldQuery()
  client.setQueryData(queryKey, 0)
  const stop = new QueryObserver(client, { ...query, staleTime: 0 }).subscribe(() => undefined)
  const changed = client.invalidateQueries({ queryKey })
  expect(releases).toHaveLength(2)
  for (const release of releases) release()
  await changed
  expect(client.getQueryData(queryKey)).toBe(2)
  stop()
})

test('does not replace what was saved by the response to an earlier request', async () => {
  const client = createQueryClient()
  const { query, releases } = heldQuery()
  const loaded = client.fetchQuery(query)
  client.setQueryData(queryKey, 7)
  releases[0]?.()
  expect(client.getQueryData(queryKey)).toBe(7)
  releases[1]?.()
  expect(await loaded).toBe(2)
})

test('sends no request for queries that are not being read', async () => {
  const client = createQueryClient()
  const { query, releases } = heldQuery()
  client.setQueryData(queryKey, 0)
  client.setQueryDefaults(queryKey, { queryFn: query.queryFn })
  await client.invalidateQueries({ queryKey })
  expect(releases).toHaveLength(0)
})
