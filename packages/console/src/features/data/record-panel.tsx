import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { messageOf } from '../../instance/instance-error.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { equals } from '../../instance/value-filter.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Stack } from '../../ui/layout.tsx'
import { ReadOnly } from '../../ui/read-only.ts'
import room from '../../ui/room.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useSaveKey } from '../../ui/use-save-key.ts'
import { EditorBody, EditorContent, EditorFrame } from '../../widgets/form/editor-frame/editor-frame.tsx'
import { useSection } from '../../widgets/form/editor-frame/use-section.ts'
import type { GridRecord, GridRow } from '../../widgets/grid/grid-source.ts'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { newRowKey } from './data-address.ts'
import { isLong, labelOf } from './field-kind.ts'
import { immutableReason, readOnlyReasonIn } from './grid-columns.ts'
import { namingFields, recordNameOf } from './lookup-queries.ts'
import { dataMessages } from './messages.ts'
import { RecordField } from './record-field.tsx'
import styles from './record-form.module.css'
import { recordKey, type TableDescription } from './table-description.ts'
import type { OpenRecord } from './use-record-actions.ts'
import { useRecordForm } from './use-record-form.ts'
import { readRecords, type TablePlace, type WireField } from './wire-table.ts'

/** One record over the grid. Unsaved input is returned to the grid on close. */
export function RecordPanel(props: OpenRecord) {
  const { place, table, model, record, onClose } = props
  const creating = record === newRowKey
  const drafted = model.drafts.of(record)
  const held = drafted ? { key: record, record: drafted.base } : model.windows.rowOf(record)
  const read = useQuery({
    ...recordQuery(place, table, record),
    enabled: !creating && held === undefined,
  })
  const row = held ?? read.data
  if (creating || row) return <RecordForm {...props} row={row ?? null} Panel={RecordPanel} />
  return (
    <EditorFrame title={dataMessages.edit({ label: table.label })} onClose={onClose}>
      <EditorContent>
        {read.error || read.data === null ? (
          <Banner tone="danger">{read.error ? messageOf(read.error) : dataMessages.recordNotFound}</Banner>
        ) : (
          <Skeleton lines={6} />
        )}
      </EditorContent>
    </EditorFrame>
  )
}

/** A record by its key, for addresses of records that the grid has not loaded; `null` if there is none. */
function recordQuery(place: TablePlace, table: TableDescription, key: string) {
  return queryOptions({
    queryKey: ['data', place.service, 'record', place.table, key] as const,
    queryFn: async ({ signal }): Promise<GridRow | null> => {
      const values = table.key.length === 1 ? [key] : keyValues(key)
      if (values.length !== table.key.length || values.length === 0) return null
      const parts = table.key.map((field, at) => equals(field, values[at]))
      const filter = parts.length > 1 ? parts.map((part) => `(${part})`).join(' AND ') : (parts[0] ?? null)
      const { rows } = await readRecords(place, { filter, limit: 1, fields: '*' }, signal)
      const [record] = rows
      return record ? { key: recordKey(record, table.key) ?? key, record } : null
    },
    gcTime: 0,
    // Otherwise the form would close if others delete the record.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

function keyValues(key: string): readonly unknown[] {
  try {
    const values: unknown = JSON.parse(key)
    return Array.isArray(values) ? values : []
  } catch {
    return []
  }
}

const RelatedRecords = lazy(() =>
  import('./related/related-records.tsx').then(({ RelatedRecords }) => ({ default: RelatedRecords })),
)

const RecordHistory = lazy(() =>
  import('./record-history.tsx').then(({ RecordHistory }) => ({ default: RecordHistory })),
)

interface RecordFormProps extends OpenRecord {
  /** `null` for a new record. */
  row: GridRow | null
  /** Opens related records over this one. */
  Panel: ComponentType<OpenRecord>
}

/** The first editable control, which skips generated keys. */
const firstControl = ':is(input, select, textarea, [contenteditable="true"]):not(:disabled, [readonly])'

const parts = [
  {
    id: 'fields',
    label: dataMessages.fields,
  },
  {
    id: 'related',
    label: dataMessages.related,
  },
] as const
type Part = (typeof parts)[number]['id']

/** All fields of a record, whatever columns the grid shows, and its related records. */
function RecordForm({ row, Panel, ...opened }: RecordFormProps) {
  const { place, table, actions, within = false, removable = true } = opened
  const form = useRecordForm(opened, row)
  const { base, changed, isNew } = form
  const related = row !== null && !isNew && table.relations.length > 0
  const { part, visited, goTo } = usePart(related, within)
  const writeBlock = useWriteBlock()
  const entry = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (row === null) entry.current?.querySelector<HTMLElement>(firstControl)?.focus()
  }, [row])
  useSaveKey(writeBlock || part === 'related' ? null : () => void form.save())
  const lockedIn = (field: WireField) =>
    readOnlyReasonIn(table, field) ?? (isNew ? null : immutableReason(field, table.key))
  const controls = (
    <EditorBody
      ref={entry}
      hidden={part !== 'fields'}
      status={changed.length > 0 ? dataMessages.notSavedYet({ fields: changed.map(labelOf).join(', ') }) : ''}
      buttons={
        <>
          <Button onClick={() => void form.close()}>{commonWords.cancel}</Button>
          {row ? (
            <>
              <Button disabledReason={changed.length === 0 && dataMessages.nothingWasChanged} onClick={form.revert}>
                {dataMessages.revert}
              </Button>
              {removable ? (
                <Button
                  disabledReason={writeBlock ?? (table.key.length === 0 && dataMessages.noKey)}
                  onClick={() => void form.remove()}
                >
                  {tabWords.delete}
                </Button>
              ) : null}
            </>
          ) : null}
          <Button
            type="submit"
            variant="primary"
            loading={actions.saving}
            disabledReason={writeBlock ?? (row && !isNew && changed.length === 0 && dataMessages.nothingToSave)}
            onRefused={() => writeBlock === null && void form.save()}
            aria-keyshortcuts="Control+S Meta+S"
          >
            {tabWords.save}
          </Button>
        </>
      }
      onSubmit={() => void form.save()}
    >
      {form.refusal === undefined ? null : <Banner tone="danger">{form.refusal}</Banner>}
      <div className={styles.fields}>
        <ReadOnly value={writeBlock}>
          {form.fields.map((field) => (
            <div key={field.name} className={classNames(isLong(field) && room.whole)}>
              <RecordField
                place={place}
                field={field}
                base={base}
                typed={form.typed.get(field.name)}
                problem={form.problemOf(field.name)}
                locked={lockedIn(field)}
                onChange={(value) => form.change(field, value)}
              />
            </div>
          ))}
        </ReadOnly>
      </div>
    </EditorBody>
  )
  return (
    <EditorFrame
      wide={part === 'related'}
      title={row ? nameOf(table, base) : dataMessages.createOne({ label: table.label })}
      subtitle={row && !isNew ? `${table.label} · ${keyWords(table, base)}` : undefined}
      aside={
        row && !isNew && table.keepsHistory ? (
          <Suspense fallback={null}>
            <RecordHistory place={place} table={table} record={base} onChanged={() => void actions.refresh()} />
          </Suspense>
        ) : null
      }
      onClose={() => void form.close()}
    >
      {related ? (
        <Stack fill className={styles.parts}>
          <Tabs label={dataMessages.recordParts} tabs={parts} value={part} onChange={goTo}>
            {controls}
            {visited ? (
              <div className={styles.part} hidden={part !== 'related'}>
                <Suspense fallback={null}>
                  <RelatedRecords
                    place={place}
                    table={table}
                    record={base}
                    shown={part === 'related'}
                    Panel={Panel}
                    onClose={() => goTo('fields')}
                  />
                </Suspense>
              </div>
            ) : null}
          </Tabs>
        </Stack>
      ) : (
        controls
      )}
    </EditorFrame>
  )
}

/** The visible part; `visited`: the related records have been shown, and stay mounted to keep their input. */
function usePart(related: boolean, within: boolean) {
  const { section, open } = useSection(parts)
  const [own, setOwn] = useState<Part>('fields')
  const part: Part = related && (within ? own : section) === 'related' ? 'related' : 'fields'
  const [visited, setVisited] = useState(part === 'related')
  if (part === 'related' && !visited) setVisited(true)
  return { part, visited, goTo: within ? setOwn : (next: Part) => open(next) }
}

/** The record's name, or what is done if it has none. */
function nameOf(table: TableDescription, record: GridRecord): string {
  return recordNameOf(namingFields(table, ''), record).trim() || dataMessages.edit({ label: table.label })
}

/** `Id 7`. */
function keyWords({ key, fields }: TableDescription, record: GridRecord): string {
  return key
    .map((name) => `${labelOf(fields.find((field) => field.name === name) ?? { name })} ${String(record[name])}`)
    .join(', ')
}
