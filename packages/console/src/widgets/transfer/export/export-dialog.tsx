import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../instance/instance-error.ts'
import { notify } from '../../../notifications/notify.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { commonWords } from '../../../words/messages.ts'
import { openSink } from '../file-sink/file-sink.ts'
import type { ExportRecord, ExportScope, ExportSource } from './export-source.ts'
import { t } from './messages.ts'
import { type ExportFormat, exportFormats, writeExport } from './write-export.ts'

interface ExportDialogProps<R extends ExportRecord> {
  source: ExportSource<R>
  onClose: () => void
}

const types: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  xml: 'application/xml',
}
/** Exports any number of records to a file, with a choice of records, fields and format. */
export function ExportDialog<R extends ExportRecord>({ source, onClose }: ExportDialogProps<R>) {
  const { scopes, shown, one, many } = source
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [scopeName, setScope] = useState<ExportScope<R>['value']>(scopes[0].value)
  const [fields, setFields] = useState<'all' | 'shown'>('all')
  const [done, setDone] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const scope = scopes.find(({ value }) => value === scopeName) ?? scopes[0]
  const { count } = scope

  const run = async () => {
    const name = `${source.fileName}.${format}`
    const sink = await openSink(name, types[format])
    if (!sink) return
    const controller = new AbortController()
    const { signal } = controller
    abort.current = controller
    setProblem(null)
    setDone(0)
    try {
      const which = { fields: source.fields, shown: fields === 'shown' ? shown : null }
      const written = await writeExport({ sink, scope, format, ...which, signal, onProgress: setDone })
      notify({ type: 'success', title: source.module, text: t.exportedFile({ count: written, one, many, name }) })
      onClose()
    } catch (error) {
      await sink.abandon()
      setDone(null)
      if (!signal.aborted) setProblem(messageOf(error))
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
      title={source.title}
      onClose={close}
      closeOnOutsidePress={false}
      footer={
        <>
          <Button onClick={close}>{running ? t.stop : commonWords.cancel}</Button>
          <Button variant="primary" loading={running} onClick={() => void run()}>
            {t.export}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {problem === null ? null : (
          <Banner tone="danger" title={t.nothingWasExported}>
            {problem}
          </Banner>
        )}
        {running ? (
          <Progress
            words={count === null ? t.written({ done, many }) : t.writtenCount({ done, count, many })}
            share={count === null ? null : Math.min(1, done / Math.max(count, 1))}
          />
        ) : (
          <>
            <SelectField
              label={capital(many)}
              value={scopeName}
              options={scopes.map(scopeOption)}
              onChange={setScope}
            />
            <SelectField
              label={t.format}
              value={format}
              options={exportFormats.map((one) => ({ value: one, label: one.toUpperCase() }))}
              onChange={setFormat}
            />
            <SelectField
              label={t.fields}
              value={fields}
              options={[
                { value: 'all', label: t.allFields },
                { value: 'shown', label: t.shownFields({ count: shown.fields.length }) },
              ]}
              onChange={setFields}
            />
          </>
        )}
      </Stack>
    </Dialog>
  )
}

function scopeOption<R extends ExportRecord>({ value, label, count }: ExportScope<R>) {
  return { value, label: count === null ? label : t.scopeWithCount({ label, count }) }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
