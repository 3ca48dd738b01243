import type { RowMessage } from '../../instance/instance-error.ts'
import type { ImportResult, Keep } from './run-import.ts'

const number = new Intl.NumberFormat('en')

/** What became of a file, in a sentence. */
export function reportTitle({ imported, refused, failure }: ImportResult, keep: Keep): string {
  const [first] = refused
  if (failure !== null && refused.length === 0)
    return imported ? `${rowsWere(imported)} imported.` : 'Nothing was imported.'
  const were = refused.length === 1 ? `Row ${number.format((first?.index ?? 0) + 1)} was` : rowsWere(refused.length)
  if (keep === 'all' || imported === 0) return `${were} refused; nothing was imported.`
  return failure === null
    ? `${were} refused; the others were imported.`
    : `${were} refused; ${rowsWere(imported ?? 0)} imported.`
}

/** What the words on the way are about; `seconds` since it began, `sent` a share from 0 to 1, null where nobody says it. */
interface OnTheWay {
  readonly done: number
  readonly total: number
  readonly keep: Keep
  readonly sent: number | null
  readonly seconds: number
}

/** How far it is. */
export function progressWords({ done, total, keep, sent, seconds }: OnTheWay): string {
  if (keep === 'good') return `${number.format(done)} of ${number.format(total)} rows`
  if (sent !== null && sent < 1) return `Sending ${rows(total)}: ${Math.floor(sent * 100)} %`
  return `${rows(total)} in one piece: the instance checks all of them before it keeps any. ${seconds} s`
}

/** The refused rows as a file. */
export function reportCsv(refused: readonly RowMessage[]): string {
  const lines = refused.map(({ index, message }) => `${index + 1},"${message.replaceAll('"', '""')}"`)
  return `${['row,message', ...lines].join('\r\n')}\r\n`
}

function rows(count: number): string {
  return `${number.format(count)} ${count === 1 ? 'row' : 'rows'}`
}

function rowsWere(count: number): string {
  return `${rows(count)} ${count === 1 ? 'was' : 'were'}`
}
