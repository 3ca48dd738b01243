import { expect, test } from 'vitest'
import { inChunks } from './in-chunks.ts'

test('records a failed chunk and continues with the others', async () => {
  const seen: number[][] = []
  const result = await inChunks({
    ids: [1, 2, 3, 4, 5],
    size: 2,
    signal: new AbortController().signal,
    onProgress: ({ done }) => seen.push([done]),
    run: async (chunk) => {
      if (chunk.includes(3)) throw new Error('no')
    },
  })
  expect(result).toMatchObject({ done: 3, cancelled: false, failures: [{ ids: [3, 4] }] })
  expect(seen).toEqual([[2], [4], [5]])
})

test('stops before the next chunk when cancelled', async () => {
  const abort = new AbortController()
  const result = await inChunks({
    ids: [1, 2, 3],
    size: 1,
    signal: abort.signal,
    onProgress: () => abort.abort(),
    run: async () => undefined,
  })
  expect(result).toMatchObject({ done: 1, cancelled: true })
})
