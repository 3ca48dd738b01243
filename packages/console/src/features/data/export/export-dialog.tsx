import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../instance/instance-error.ts'
import { notify } from '../../../notifications/notify.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import type { GridRecord } from '../../../widgets/data-grid/grid-source.ts'
import { openSink } from '../../../widgets/file-sink/file-sink.ts'
import { dataMessages } from '../messages.ts'
import { equals } from '../record-filter.ts'
import type { TableDescription } from '../table-description.ts'
import { TransferProgress } from '../transfer-progress.tsx'
import { readRecords, type TablePlace } from '../wire-table.ts'
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

/** Records in one request; a server may give fewer. */
const pageSize = 1000

interface PagesParts {
  readonly place: TablePlace
  readonly table: TableDescription
  readonly filter: string | null
  readonly order: string | null
  /** Null: all. */
  readonly fields: readonly string[] | null
  readonly signal: AbortSignal
}

/**
 * All records, a page at a time. In the order of a key of one field each page begins after the last key that was read, so that
 * the last page costs as much as the first and records that come or go meanwhile move nothing.
 */
async function* recordPages(parts: PagesParts): AsyncGenerator<readonly GridRecord[]> {
  const { place, table, filter, order, fields, signal } = parts
  const [key] = table.key.length === 1 && order === `${table.key[0]} ASC` ? table.key : []
  const wanted = fields && key !== undefined && !fields.includes(key) ? [...fields, key] : fields
  let offset = 0
  let after: string | null = null
  for (;;) {
    const asked = [filter, after].filter((part) => part !== null)
    const params = {
      limit: pageSize,
      offset: after === null ? offset : 0,
      fields: wanted?.join(',') ?? '*',
      filter: asked.length > 1 ? asked.map((part) => `(${part})`).join(' AND ') : (asked[0] ?? null),
      order,
    }
    const { rows, next } = await readRecords(place, params, signal)
    if (rows.length > 0) yield rows
    if (rows.length === 0 || (rows.length < pageSize && next === null)) return
    offset += rows.length
    const last: unknown = key === undefined ? null : rows.at(-1)?.[key]
    if (key !== undefined && last !== null && last !== undefined) after = equals(key, last).replace(' = ', ' > ')
  }
}
