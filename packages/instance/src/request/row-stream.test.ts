import { expect, test, vi } from 'vitest'
import { RowStream, wholeBody } from './row-stream.ts'

const row = { text: 'a'.repeat(2 ** 20) }

function streamOf(rows: number) {
  const end = vi.fn()
  async function* portions() {
    try {
      for (let at = 0; at < rows; at += 1) yield [row]
    } finally {
      end()
    }
  }
  return { end, body: new RowStream({ portions: portions(), meta: async () => ({ count: rows }), end }) }
}

test('a stream that takes more than 64 MB is refused as a whole, and its database released', async () => {
  const { body, end } = streamOf(65)
  await expect(wholeBody(body)).rejects.toMatchObject({ status: 413 })
  expect(end).toHaveBeenCalled()
})

test('a shorter stream is a list', async () => {
  await expect(wholeBody(streamOf(2).body)).resolves.toEqual({ resource: [row, row], meta: { count: 2 } })
})
