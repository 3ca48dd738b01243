import { useRef, useState } from 'react'
import { InstanceError, messageOf, type RowMessage } from '../../instance/instance-error.ts'
import { notify } from '../../notifications/notify.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './dialogs.module.css'
import { formatOf, importFile } from './transfers.ts'

const wrongKind = 'Acceptable file formats are csv, json, and xml.'
/** Rows that are listed; a file can have any number of bad ones. */
const mostRows = 200

interface ImportDialogProps {
  collection: string
  many: string
  onClose: () => void
  /** Rows came in: all of the file, or what was good of it. */
  onImported: (all: boolean) => void
}

type State =
  | { kind: 'waiting' }
  | { kind: 'sending' }
  | { kind: 'refused'; message: string; rows: readonly RowMessage[] }

/** Takes a file, sends it as it is and shows for each refused row why. */
export function ImportDialog({ collection, many, onClose, onImported }: ImportDialogProps) {
  const [file, setFile] = useState<File | null>(null)
  const [keep, setKeep] = useState<'all' | 'good'>('all')
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
    setState({ kind: 'refused', message: wrongKind, rows: [] })
    notify({ type: 'error', title: 'Api Error', text: wrongKind })
  }

  const start = async () => {
    const format = file && formatOf(file.name)
    if (!file || !format) return
    abort.current = new AbortController()
    setState({ kind: 'sending' })
    try {
      await importFile({ collection, file, format, keep, signal: abort.current.signal })
      onImported(true)
    } catch (error) {
      if (keep === 'good') onImported(false)
      if (abort.current.signal.aborted) setState({ kind: 'waiting' })
      else
        setState({
          kind: 'refused',
          message: error instanceof InstanceError && error.rowMessages.length > 0 ? '' : messageOf(error),
          rows: error instanceof InstanceError ? error.rowMessages : [],
        })
    }
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
      <div className={styles.fields}>
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
          onChange={setKeep}
          options={[
            { value: 'all', label: 'Import nothing, so that the file can be corrected' },
            { value: 'good', label: 'Import the other rows' },
          ]}
        />
        {sending ? <Spinner label={`Sending ${file?.name ?? ''}…`} /> : null}
        {state.kind === 'refused' ? <Refused message={state.message} rows={state.rows} keep={keep} /> : null}
      </div>
    </Dialog>
  )
}

function Refused({ message, rows, keep }: { message: string; rows: readonly RowMessage[]; keep: 'all' | 'good' }) {
  if (rows.length === 0) return <Banner tone="danger">{message}</Banner>
  const refused =
    rows.length === 1 ? `Row ${(rows[0]?.index ?? 0) + 1} was refused` : `${rows.length} rows were refused`
  const title = keep === 'all' ? `${refused}; nothing was imported.` : `${refused}; the others were imported.`
  return (
    <div className={styles.report}>
      <Banner tone="danger" title={title} />
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
    </div>
  )
}
