import { Problem } from '@millwright/contract/problem'

const quote = 0x22
const comma = 0x2c
const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * The cells of each line of a CSV text, as RFC 4180 has it, with either kind of line end; empty lines are left out. One pass,
 * whatever the text. Refuses with 400, naming the line, a quote that is not closed or stands inside a plain cell. `first`: the
 * number of the first line.
 */
export function csvRows(text: string, first = 1): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  let line = first

  const fail = (reason: string): never => {
    throw new Problem(400, `The body is not valid CSV at line ${line}: ${reason}.`)
  }

  const endRow = (): void => {
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
    line += 1
  }

  function quoted(): string {
    let cell = ''
    for (;;) {
      const close = text.indexOf('"', at)
      if (close < 0) return fail('a quote is not closed')
      cell += text.slice(at, close)
      at = close + 1
      if (text.charCodeAt(at) !== quote) return cell
      cell += '"'
      at += 1
    }
  }

  function plain(): string {
    const start = at
    while (at < text.length) {
      const code = text.charCodeAt(at)
      if (code === comma || code === lineFeed || code === carriageReturn) break
      if (code === quote) fail('a quote stands inside a cell')
      at += 1
    }
    return text.slice(start, at)
  }

  while (at < text.length) {
    const isQuoted = text.charCodeAt(at) === quote
    if (isQuoted) at += 1
    row.push(isQuoted ? quoted() : plain())
    const end = text.charCodeAt(at)
    at += end === carriageReturn && text.charCodeAt(at + 1) === lineFeed ? 2 : 1
    if (end === comma) {
      if (at >= text.length) row.push('')
    } else if (end === lineFeed || end === carriageReturn) endRow()
    else if (!Number.isNaN(end)) fail('something stands behind a closed quote')
  }
  if (row.length > 0) endRow()
  return rows
}
