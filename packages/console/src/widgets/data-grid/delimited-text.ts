/** A reader of delimited text that is fed piece by piece. */
export interface DelimitedReader {
  /** Takes the next piece and gives the rows that are complete with it. */
  read(piece: string): string[][]
  /** The row that no line end closed; empty when there is none. */
  end(): string[][]
}

/**
 * Reads CSV (`,` or `;`) and the cells of spreadsheets (`\t`). A cell in quotes may hold the delimiter, line ends and doubled
 * quotes; a quote within a bare cell is a sign like another. Lines end with CR, LF or both. Empty lines are left out unless
 * they are to be kept, as rows of one empty cell.
 */
export function delimitedReader(delimiter: string, keepEmpty = false): DelimitedReader {
  let cell = ''
  let row: string[] = []
  let state: 'start' | 'bare' | 'quoted' | 'closing' = 'start'
  let afterReturn = false

  const endCell = () => {
    row.push(cell)
    cell = ''
    state = 'start'
  }

  function read(piece: string): string[][] {
    const rows: string[][] = []
    for (let at = 0; at < piece.length; at++) {
      const sign = piece.charAt(at)
      if (state === 'quoted') {
        const close = piece.indexOf('"', at)
        cell += piece.slice(at, close < 0 ? piece.length : close)
        if (close < 0) return rows
        at = close
        state = 'closing'
        continue
      }
      if (afterReturn) {
        afterReturn = false
        if (sign === '\n') continue
      }
      if (state === 'closing' && sign === '"') {
        cell += '"'
        state = 'quoted'
      } else if (sign === delimiter) endCell()
      else if (sign === '\n' || sign === '\r') {
        afterReturn = sign === '\r'
        const written = keepEmpty || state !== 'start' || row.length > 0
        endCell()
        if (written) rows.push(row)
        row = []
      } else if (sign === '"' && state === 'start') state = 'quoted'
      else {
        cell += sign
        state = 'bare'
      }
    }
    return rows
  }

  function end(): string[][] {
    if (state === 'start' && row.length === 0) return []
    endCell()
    const last = row
    row = []
    return [last]
  }

  return { read, end }
}

/** All rows of a text. */
export function readDelimited(text: string, delimiter: string, keepEmpty = false): string[][] {
  const reader = delimitedReader(delimiter, keepEmpty)
  return [...reader.read(text), ...reader.end()]
}

/** A cell as it stands in a line: in quotes where it has to be. */
export function printCell(text: string, delimiter: string): string {
  const plain = !text.includes('"') && !text.includes(delimiter) && !/[\r\n]/.test(text)
  return plain ? text : `"${text.replaceAll('"', '""')}"`
}
