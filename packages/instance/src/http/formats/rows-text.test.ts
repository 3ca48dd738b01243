import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { expect, test } from 'vitest'
import { RowStream } from '../../request/row-stream.ts'
import { rowsText } from '../stream-rows.ts'
import { writeBody } from './write-body.ts'

const rows = [
  { id: 1, name: 'a, "b"', tags: ['x', 'y'] },
  { id: new ExactNumber('9223372036854775807'), name: '<&>', tags: [] },
  { id: 3, name: null, tags: [] },
]

const streamed = (meta: object | null = null) =>
  new RowStream({
    portions: (async function* () {
      yield rows.slice(0, 2)
      yield []
      yield rows.slice(2)
    })(),
    meta: async () => meta as Readonly<Record<string, unknown>> | null,
    end: () => undefined,
  })

const whole = async (text: AsyncGenerator<string>) => (await Array.fromAsync(text)).join('')

test.each(['json', 'csv', 'xml'] as const)(
  'writes a list in batches as %s like the whole list at once',
  async (format) => {
    const meta = { count: 3, next: 2 }
    await expect(whole(rowsText(streamed(meta), { format, wrapped: true }))).resolves.toBe(
      writeBody({ resource: rows, meta }, format).text,
    )
    await expect(whole(rowsText(streamed(), { format, wrapped: true }))).resolves.toBe(
      writeBody({ resource: rows }, format).text,
    )
    await expect(whole(rowsText(streamed(meta), { format, wrapped: false }))).resolves.toBe(
      writeBody(rows, format).text,
    )
  },
)
