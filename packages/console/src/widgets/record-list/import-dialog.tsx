import { useEffect, useRef, useState } from 'react'
import type { RowMessage } from '../../instance/instance-error.ts'
import { notify } from '../../notifications/notify.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './dialogs.module.css'
import { progressWords, reportCsv, reportTitle } from './import-words.ts'
import type { ChunkProgress } from './in-chunks.ts'
import { type ImportResult, type Keep, runImport } from './run-import.ts'
import { saveFile } from './save-file.ts'
import { formatOf } from './transfers.ts'

const wrongKind = 'Acceptable file formats are csv, json, and xml.'

interface ImportDialogProps {
  collection: string
  many: string
  onClose: () => void
  /** Rows came in: all of the file, or what was good of it. */
  onImported: (all: boolean) => void
}

type State =
  | { kind: 'waiting' }
  | { kind: 'sending'; progress: ChunkProgress | null; sent: number | null }
  | { kind: 'ended'; result: ImportResult; keep: Keep }
  | { kind: 'unfit' }

/** Takes a file, sends it, shows how far it is, and for each refused row why. */
export function ImportDialog({ collection, many, onClose, onImported }: ImportDialogProps) {
  const [file, setFile] = useState<File | null>(null)
  const [keep, setKeep] = useState<Keep>('all')
  const [state, setState] = useState<State>({ kind: 'waiting' })
  const abort = useRef<AbortController>(null)
  const input = useRef<HTMLInputElement>(null)

  const take = (chosen: File | undefined) => {
    if (input.current) input.current.value = ''
    if (!chosen) return
    setState({ kind: 'waiting' })
    if (formatOf(chosen.name)) {
      setFile(chosen)
      return
    }
    setFile(null)
    setState({ kind: 'unfit' })
    notify({ type: 'error', title: 'Api Error', text: wrongKind })
  }

  const start = async () => {
    const format = file && formatOf(file.name)
    if (!file || !format) return
    const controller = new AbortController()
    const { signal } = controller
    abort.current = controller
    setState({ kind: 'sending', progress: null, sent: null })
    const onProgress = (progress: ChunkProgress) => setState({ kind: 'sending', progress, sent: null })
    const onSent = (sent: number) => setState((now) => (now.kind === 'sending' ? { ...now, sent } : now))
    const result = await runImport({ collection, file, format, keep, signal, onProgress, onSent })
    const all = result.failure === null && result.refused.length === 0
    if (all || keep === 'good' || signal.aborted) onImported(all)
    if (!all) setState({ kind: 'ended', result, keep })
  }

  const sending = state.kind === 'sending'
  const close = () => (sending ? abort.current?.abort() : onClose())
  return (
    <Dialog
      open
      size="medium"
      title={`Import ${many}`}
      description="A csv, json or xml file with a record for each row; columns are named like the fields."
      onClose={close}
      closeOnOutsidePress={false}
      footer={
        <>
          <Button onClick={close}>{sending ? 'Stop' : 'Close'}</Button>
          <Button
            variant="primary"
            loading={sending}
            disabledReason={file ? null : 'Choose a file first.'}
            onClick={() => void start()}
          >
            Import
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <label
          className={styles.drop}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            take(event.dataTransfer.files[0])
          }}
        >
          <input
            ref={input}
            type="file"
            className={styles.file}
            accept=".csv,.json,.xml"
            onChange={(event) => take(event.target.files?.[0])}
          />
          <strong>{file ? file.name : 'Choose a file'}</strong>
          <span>{file ? `${Math.max(1, Math.round(file.size / 1024))} KB` : 'or drop it here'}</span>
        </label>
        <SelectField
          label="When a row is refused"
          value={keep}
          disabled={sending}
          onChange={setKeep}
          options={[
            { value: 'all', label: 'Import nothing, so that the file can be corrected' },
            { value: 'good', label: 'Import the other rows' },
          ]}
        />
        {state.kind === 'sending' ? <Running progress={state.progress} sent={state.sent} keep={keep} /> : null}
        {state.kind === 'unfit' ? <Banner tone="danger">{wrongKind}</Banner> : null}
        {state.kind === 'ended' ? <ImportReport result={state.result} keep={state.keep} /> : null}
      </Stack>
    </Dialog>
  )
}

interface RunningProps {
  progress: ChunkProgress | null
  sent: number | null
  keep: Keep
}

function Running({ progress, sent, keep }: RunningProps) {
  const seconds = useSeconds()
  if (!progress) return <Spinner label="Reading the file…" />
  const { done, total } = progress
  const known = keep === 'good' ? { value: done, max: total } : sent !== null && sent < 1 ? { value: sent, max: 1 } : {}
  return (
    <div className={styles.progress}>
      <progress className={styles.bar} aria-label="Progress" {...known} />
      <p>{progressWords({ done, total, keep, sent, seconds })}</p>
    </div>
  )
}

/** Whole seconds since the thing was first shown. */
function useSeconds(): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((now) => now + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return seconds
}

/** Rows that are listed; a file can have any number of bad ones. */
const mostRows = 200

/** Why a file was not imported, or not all of it: each row that was refused, and the rest in a file. */
function ImportReport({ result, keep }: { result: ImportResult; keep: Keep }) {
  const { refused, failure } = result
  return (
    <div className={styles.report}>
      <Banner tone="danger" title={reportTitle(result, keep)}>
        {failure}
      </Banner>
      {refused.length > 0 ? <RefusedRows rows={refused} /> : null}
    </div>
  )
}

function RefusedRows({ rows }: { rows: readonly RowMessage[] }) {
  const save = () => saveFile(new Blob([reportCsv(rows)], { type: 'text/csv' }), 'refused-rows.csv')
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, mostRows).map((row) => (
            <tr key={row.index}>
              <td>{row.index + 1}</td>
              <td>{row.message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > mostRows ? <p>The first {mostRows} are listed.</p> : null}
      <div>
        <Button size="small" onClick={save}>
          Save this list as CSV
        </Button>
      </div>
    </>
  )
}
