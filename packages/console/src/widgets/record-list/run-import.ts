import { InstanceError, messageOf, type RowMessage } from '../../instance/instance-error.ts'
import { readImportFile } from './import-file.ts'
import type { ChunkProgress } from './in-chunks.ts'
import { type FileFormat, sendRecords } from './transfers.ts'

/** `all`: nothing is kept when a row is refused; `good`: the others are. */
export type Keep = 'all' | 'good'

export interface ImportJob {
  readonly collection: string
  readonly file: File
  readonly format: FileFormat
  readonly keep: Keep
  readonly signal: AbortSignal
  /** Rows that are through; none as long as they are in one piece. */
  readonly onProgress: (progress: ChunkProgress) => void
  /** How much of a file in one piece is sent, from 0 to 1. */
  readonly onSent: (share: number) => void
}

/** What became of a file. */
export interface ImportResult {
  /** Rows that were imported; null when the file could not be counted. */
  readonly imported: number | null
  readonly refused: readonly RowMessage[]
  /** Why the rest was not tried; null when all was. */
  readonly failure: string | null
}

/** Rows in one request when the rows that are good are kept. */
const pieceSize = 500

/**
 * Sends a file. All or nothing needs one request, in which the instance tries every row before it decides; otherwise the
 * rows go in pieces, so that a file may have any size, be stopped in between, and tell how far it is.
 */
export async function runImport(job: ImportJob): Promise<ImportResult> {
  const content = readImportFile(await job.file.text(), job.format)
  if (content === null || job.keep === 'all') return inOnePiece(job, content?.count ?? null)
  const { collection, format, signal, onProgress } = job
  const { count } = content
  const refused: RowMessage[] = []
  for (let from = 0; from < count; from += pieceSize) {
    onProgress({ done: from, total: count })
    const to = Math.min(count, from + pieceSize)
    try {
      await sendRecords({ collection, format, body: content.piece(from, to), params: { continue: true }, signal })
    } catch (error) {
      const rows = rowsOf(error)
      if (signal.aborted || rows.length === 0)
        return { imported: from - refused.length, refused, failure: signal.aborted ? stopped : messageOf(error) }
      refused.push(...rows.map(({ index, message }) => ({ index: from + index, message })))
    }
  }
  return { imported: count - refused.length, refused, failure: null }
}

const stopped = 'You stopped the import. The piece that was on its way may have been imported too.'

async function inOnePiece(job: ImportJob, count: number | null): Promise<ImportResult> {
  const { collection, format, file, keep, signal, onSent } = job
  if (count !== null) job.onProgress({ done: 0, total: count })
  const params = keep === 'all' ? { rollback: true, continue: true } : { continue: true }
  try {
    await sendRecords({ collection, format, body: file, params, signal, onSent })
    return { imported: count, refused: [], failure: null }
  } catch (error) {
    const refused = rowsOf(error)
    const imported = keep === 'all' || count === null ? 0 : count - refused.length
    const reason = refused.length > 0 ? null : reasonOf(error, file, signal)
    const root = format === 'xml' && !signal.aborted ? rootHint(await file.text()) : null
    const failure = [reason, root].filter((sentence) => sentence !== null).join(' ')
    return { imported, refused, failure: failure === '' ? null : failure }
  }
}

/** Our servers read XML under any root, those of other makers only under one. */
function rootHint(text: string): string | null {
  const root = /<(?![?!])([\w.:-]+)/.exec(text)?.[1]
  if (root === undefined || root === 'dfapi') return null
  return `The file has the root <${root}>; some servers read records only under <dfapi>.`
}

function rowsOf(error: unknown): readonly RowMessage[] {
  return error instanceof InstanceError ? error.rowMessages : []
}

function reasonOf(error: unknown, file: File, signal: AbortSignal): string {
  if (signal.aborted) return 'You stopped the import; nothing is kept of it.'
  if (!(error instanceof InstanceError) || error.status !== 413) return messageOf(error)
  const size = (file.size / 1024 / 1024).toFixed(1)
  return `The file has ${size} MB, more than the instance takes in one piece. Split it, or import the other rows when one is refused: then it is sent in pieces.`
}
