import { Problem } from '@millwright/contract/problem'
import type { TableRecords } from './package-content.ts'

/** Number of characters that are written at once. */
const piece = 2 ** 16

/** Serializes `[{name, record: […]}]` while the records are read. */
export async function* recordLists(tables: readonly TableRecords[], isGivenUp: () => boolean): AsyncGenerator<Buffer> {
  let text = '[\n'
  for (const [at, { name, read }] of tables.entries()) {
    text += `${at === 0 ? '' : ',\n'}  {\n    "name": ${JSON.stringify(name)},\n    "record": [`
    let between = '\n'
    for await (const rows of read()) {
      if (isGivenUp()) throw new Problem(400, 'The export was aborted.')
      if (rows.length === 0) continue
      text += between + rows.map((row) => `      ${JSON.stringify(row)}`).join(',\n')
      between = ',\n'
      if (text.length < piece) continue
      yield Buffer.from(text)
      text = ''
    }
    text += between === '\n' ? ']\n  }' : '\n    ]\n  }'
  }
  yield Buffer.from(`${text}\n]`)
}
