import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../instance/instance-error.ts'
import { notify } from '../../../notifications/notify.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { openSink } from '../../../widgets/file-sink/file-sink.ts'
import { dataMessages } from '../messages.ts'
import type { TableDescription } from '../table-description.ts'
import { TransferProgress } from '../transfer-progress.tsx'
import type { TablePlace } from '../wire-table.ts'
import { recordPages } from './record-pages.ts'
import { type ExportFormat, exportFormats, recordWriter } from './record-writer.ts'

interface ExportDialogProps {
  place: TablePlace
  table: TableDescription
  filter: string | null
  order: string | null
  chosen: readonly string[]
  /** Null while it is not known. */
  count: number | null
  onClose: () => void
}

const types: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  xml: 'application/xml',
}
const number = new Intl.NumberFormat()

/** Writes the records that are asked for into a file, however many there are. */
export function ExportDialog({ place, table, filter, order, chosen, count, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [all, setAll] = useState(true)
  const [done, setDone] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const run = async () => {
    const name = `${place.table}.${format}`
    const sink = await openSink(name, types[format])
    if (!sink) return
    const controller = new AbortController()
    abort.current = controller
    const fields = all ? table.fields.map((field) => field.name) : chosen
    const writer = recordWriter(format, fields)
    let written = 0
    setProblem(null)
    setDone(0)
    try {
      await sink.write(writer.start)
      const pages = recordPages({ place, table, filter, order, fields: all ? null : fields, signal: controller.signal })
      for await (const records of pages) {
        await sink.write(writer.piece(records, written))
        written += records.length
        setDone(written)
      }
      await sink.write(writer.end)
      await sink.close()
      notify({
        type: 'success',
        title: dataMessages.module,
        text: `${number.format(written)} ${written === 1 ? 'record' : 'records'} exported to ${name}.`,
      })
      onClose()
    } catch (error) {
      await sink.abandon()
      setDone(null)
      if (!controller.signal.aborted) setProblem(messageOf(error))
    }
  }
  const running = done !== null
  const close = () => {
    abort.current?.abort()
    if (!running) onClose()
  }
  return (
    <Dialog
      open
      title={`Export ${table.plural}`}
      onClose={close}
      closeOnOutsidePress={false}
      footer={
        <>
          <Button onClick={close}>{running ? 'Stop' : 'Cancel'}</Button>
          <Button variant="primary" loading={running} onClick={() => void run()}>
            Export
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {problem === null ? null : (
          <Banner tone="danger" title="Nothing was exported.">
            {problem}
          </Banner>
        )}
        <p>
          {count === null ? 'All records' : `${number.format(count)} ${count === 1 ? 'record' : 'records'}`}
          {filter === null ? '' : ' that match the filter'}, in the order that is shown.
        </p>
        {running ? (
          <TransferProgress done={done} total={count} word="written" />
        ) : (
          <>
            <SelectField
              label="Format"
              value={format}
              options={exportFormats.map((one) => ({ value: one, label: one.toUpperCase() }))}
              onChange={setFormat}
            />
            <Checkbox
              label="All fields"
              help={`Without it, the ${chosen.length} that the grid shows.`}
              value={all}
              onChange={setAll}
            />
          </>
        )}
      </Stack>
    </Dialog>
  )
}
