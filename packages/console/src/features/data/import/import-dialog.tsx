import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../instance/instance-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Stack } from '../../../ui/layout.tsx'
import type { TableDescription } from '../table-description.ts'
import styles from '../transfer.module.css'
import { TransferProgress } from '../transfer-progress.tsx'
import type { TablePlace } from '../wire-table.ts'
import { type CheckResult, checkFile } from './check-file.ts'
import { ImportMapping } from './import-mapping.tsx'
import { guessMapping, type ImportChoices, planProblem } from './import-plan.ts'
import { CheckReport, counted, ImportReport } from './import-report.tsx'
import { type ImportResult, mostAtOnce, runImport } from './run-import.ts'
import { openTableFile, type TableFile, type TextPieces } from './table-file.ts'

interface ImportDialogProps {
  place: TablePlace
  table: TableDescription
  /** Some records came or changed. */
  onStored: () => void
  onClose: () => void
}

type Work =
  | { readonly kind: 'none' }
  | { readonly kind: 'checking' | 'sending'; readonly done: number; readonly total: number | null }
  | { readonly kind: 'checked'; readonly result: CheckResult }
  | { readonly kind: 'ended'; readonly result: ImportResult }

/** A file of records: which column goes where, a look at every row before anything is sent, and then the sending. */
export function ImportDialog({ place, table, onStored, onClose }: ImportDialogProps) {
  const input = useRef<HTMLInputElement>(null)
  const abort = useRef<AbortController>(null)
  const [name, setName] = useState('')
  const [file, setFile] = useState<TableFile | null>(null)
  const [choices, setChoices] = useState<ImportChoices>({ mapping: [], mode: 'create', empty: 'null', keep: 'good' })
  const [work, setWork] = useState<Work>({ kind: 'none' })
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const plan = { table, ...choices }
  const wrong = file ? planProblem(plan) : 'Choose a file first.'
  const running = work.kind === 'checking' || work.kind === 'sending'

  /** Does something that takes long and can be stopped. */
  const start = async (run: (signal: AbortSignal) => Promise<void>) => {
    abort.current?.abort()
    const controller = new AbortController()
    abort.current = controller
    setProblem(null)
    try {
      await run(controller.signal)
    } catch (error) {
      setWork({ kind: 'none' })
      if (!controller.signal.aborted) setProblem(messageOf(error))
    }
  }
  const open = (chosen: File | undefined) =>
    chosen &&
    start(async (signal) => {
      setName(chosen.name)
      setFile(null)
      setWork({ kind: 'none' })
      const opened = await openTableFile(chosen.name, filePieces(chosen), signal)
      setFile(opened)
      setChoices((now) => ({ ...now, mapping: guessMapping(opened.columns, table) }))
    })
  const check = (opened: TableFile) =>
    start(async (signal) => {
      setWork({ kind: 'checking', done: 0, total: null })
      const onProgress = (done: number) => setWork({ kind: 'checking', done, total: null })
      setWork({ kind: 'checked', result: await checkFile({ place, file: opened, plan, signal, onProgress }) })
    })
  const send = (opened: TableFile, total: number) =>
    start(async (signal) => {
      setWork({ kind: 'sending', done: 0, total })
      const onProgress = (done: number) => setWork({ kind: 'sending', done, total })
      const result = await runImport({ place, table, file: opened, plan, keep: choices.keep, signal, onProgress })
      setWork({ kind: 'ended', result })
      if (result.stored > 0) onStored()
    })
  const close = () => {
    abort.current?.abort()
    if (!running) onClose()
  }
  const checked = work.kind === 'checked' ? work.result : null

  return (
    <Dialog
      open
      size="large"
      title={`Import into ${table.plural}`}
      onClose={close}
      closeOnOutsidePress={false}
      footer={
        <>
          <Button onClick={close}>{running ? 'Stop' : work.kind === 'ended' ? 'Close' : 'Cancel'}</Button>
          {work.kind === 'ended' ? null : checked ? (
            <>
              <Button onClick={() => setWork({ kind: 'none' })}>Back</Button>
              <Button
                variant="primary"
                disabledReason={refusalOf(checked, choices.keep)}
                onClick={() => file && void send(file, checked.rows)}
              >
                {`Import ${counted(checked.rows - checked.wrong)}`}
              </Button>
            </>
          ) : (
            <Button variant="primary" loading={running} disabledReason={wrong} onClick={() => file && void check(file)}>
              {work.kind === 'sending' ? 'Import' : 'Check file'}
            </Button>
          )}
        </>
      }
    >
      <Stack gap={4}>
        {problem === null ? null : <Banner tone="danger">{problem}</Banner>}
        {work.kind === 'none' ? (
          <>
            <div className={styles.drop}>
              <Button onClick={() => input.current?.click()}>Choose file…</Button>
              <span>{name || 'CSV or JSON. The first line of CSV names the columns.'}</span>
              <input
                ref={input}
                type="file"
                hidden
                aria-label="File"
                accept=".csv,.tsv,.txt,.json"
                onChange={(event) => {
                  void open(event.target.files?.[0])
                  event.target.value = ''
                }}
              />
            </div>
            {file ? <ImportMapping table={table} file={file} choices={choices} onChange={setChoices} /> : null}
          </>
        ) : work.kind === 'checked' ? (
          <CheckReport result={work.result} mode={choices.mode} />
        ) : work.kind === 'ended' ? (
          <ImportReport result={work.result} />
        ) : (
          <TransferProgress done={work.done} total={work.total} word={work.kind === 'checking' ? 'checked' : 'sent'} />
        )}
      </Stack>
    </Dialog>
  )
}

function refusalOf({ rows, wrong }: CheckResult, keep: ImportChoices['keep']): string | false {
  if (rows === 0) return 'The file has no records.'
  if (rows === wrong) return 'No record of the file can be imported as it is.'
  if (keep === 'good') return false
  if (wrong > 0) return 'All or nothing was chosen, and some records are wrong.'
  return rows > mostAtOnce && `All or nothing is possible for up to ${mostAtOnce} records.`
}

/** Bytes that are read at a time. */
const pieceSize = 1024 * 1024

/** The text of a file in pieces, so that its size does not matter. */
function filePieces(file: Blob): TextPieces {
  return async function* (signal) {
    const decoder = new TextDecoder()
    for (let from = 0; from < file.size; from += pieceSize) {
      signal.throwIfAborted()
      const bytes = await bytesOf(file.slice(from, from + pieceSize))
      yield decoder.decode(bytes, { stream: from + pieceSize < file.size })
    }
  }
}

function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () =>
      resolve(reader.result instanceof ArrayBuffer ? new Uint8Array(reader.result) : new Uint8Array())
    reader.onerror = () => reject(reader.error)
    reader.readAsArrayBuffer(blob)
  })
}
