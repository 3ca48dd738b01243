import { useEffect, useRef, useState } from 'react'
import { confirm } from '../../confirm/confirm.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useSaveKey } from '../../ui/use-save-key.ts'
import type { CellDraft, CellEdit } from '../../widgets/data-grid/drafts.ts'
import type { GridRecord, GridRow } from '../../widgets/data-grid/grid-source.ts'
import frame from '../../widgets/editor-frame/editor-frame.module.css'
import { EditorFrame } from '../../widgets/editor-frame/editor-frame.tsx'
import { leaveQuestion, useLeaveGuard } from '../../widgets/editor-frame/use-leave-guard.ts'
import { labelOf, lockOf } from './field-kind.ts'
import { fixedReason } from './grid-columns.ts'
import { dataMessages } from './messages.ts'
import type { OpenRecord } from './open-record.ts'
import { RecordField } from './record-field.tsx'
import styles from './record-form.module.css'
import { defaultsOf, type TypedValues, typedAtFirst, withValue } from './record-values.ts'
import { RelatedRecords } from './related-records.tsx'
import type { TableDescription } from './table-description.ts'
import type { WireField } from './wire-table.ts'

interface RecordFormProps extends OpenRecord {
  /** Null: a new record. */
  row: GridRow | null
}

/** The first that can be typed into, rather than the key that the database gives. */
const firstControl = ':is(input, select, textarea, [contenteditable="true"]):not(:disabled, [readonly])'

/** Every field of a record, whatever columns the grid shows. */
export function RecordForm({ place, table, model, actions, row, onClose }: RecordFormProps) {
  const draft = row ? model.drafts.of(row.key) : undefined
  const isNew = row === null || (draft?.isNew ?? false)
  const [base] = useState(() => row?.record ?? defaultsOf(table))
  const [typed, setTyped] = useState<TypedValues>(() => typedAtFirst(draft))
  const [part, setPart] = useState<'fields' | 'related'>('fields')
  const writeBlock = useWriteBlock()
  const entry = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (row === null) entry.current?.querySelector<HTMLElement>(firstControl)?.focus()
  }, [row])
  const fields = table.fields.filter((field) => !field.is_virtual)
  const changed = fields.filter(({ name }) => typed.has(name))
  const free = useLeaveGuard(row === null ? changed.map(labelOf) : [])
  const refused = draft?.refusals.get('')

  const change = (field: WireField, value: CellDraft) => setTyped((now) => withValue(now, field, base, value))

  /** Puts what was typed into the grid, as one step; answers the key of the row. */
  const keep = (): string => {
    const key = row?.key ?? model.drafts.add(base)
    const edited = row ?? { key, record: base }
    const before = model.drafts.of(key)?.changes
    const edits = fields.flatMap(({ name }): CellEdit[] => {
      const value = typed.get(name)
      if (value) return [{ row: edited, field: name, draft: value }]
      return before?.has(name) ? [{ row: edited, field: name, draft: null }] : []
    })
    if (edits.length > 0) model.drafts.edit(edits)
    return key
  }
  const close = async () => {
    if (row) {
      keep()
      return onClose()
    }
    const leave =
      changed.length === 0 ||
      (await confirm({ title: leaveQuestion, action: 'Discard changes', cancel: 'Keep editing', danger: true }))
    if (!leave) return
    free()
    onClose()
  }
  const save = async () => {
    const key = keep()
    const done = await actions.save(model.drafts.of(key) ? [key] : [])
    if (done) {
      free()
      onClose()
    } else if (!row) {
      // What was refused goes on here; it is no row of the grid yet.
      setRefusals(new Map(model.drafts.of(key)?.refusals))
      model.drafts.saved([key])
    }
  }
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map())
  useSaveKey(writeBlock ? null : () => void save())
  const problemOf = (name: string) => typed.get(name)?.problem ?? draft?.refusals.get(name) ?? refusals.get(name)
  const whole = refused ?? refusals.get('')

  const lockedIn = (field: WireField) => lockOf(field) ?? (isNew ? null : fixedReason(field, table.key))

  const buttons = (
    <>
      <Button onClick={() => void close()}>Cancel</Button>
      {row ? (
        <>
          <Button
            disabledReason={changed.length === 0 && 'Nothing was changed.'}
            onClick={() => {
              actions.revert([row.key])
              setTyped(new Map())
            }}
          >
            Revert
          </Button>
          <Button
            disabledReason={writeBlock ?? (table.key.length === 0 && dataMessages.noKey)}
            onClick={() => void actions.remove([row.key]).then((done) => done && onClose())}
          >
            Delete
          </Button>
        </>
      ) : null}
      <Button
        type="submit"
        variant="primary"
        loading={actions.saving}
        disabledReason={writeBlock}
        aria-keyshortcuts="Control+S Meta+S"
      >
        Save
      </Button>
    </>
  )
  const form = (
    <div className={styles.fields}>
      {whole === undefined ? null : <Banner tone="danger">{whole}</Banner>}
      {fields.map((field) => (
        <RecordField
          key={field.name}
          place={place}
          field={field}
          base={base}
          typed={typed.get(field.name)}
          problem={problemOf(field.name)}
          locked={lockedIn(field)}
          onChange={(value) => change(field, value)}
        />
      ))}
    </div>
  )
  const related = row && !isNew && table.relations.length > 0
  return (
    <EditorFrame
      wide={part === 'related'}
      title={`${row ? 'Edit' : 'Create'} ${table.label}`}
      subtitle={row && !isNew ? keyWords(table, base) : undefined}
      onClose={() => void close()}
    >
      <form
        ref={entry}
        className={frame.form}
        noValidate
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <div className={frame.content}>
          {related ? (
            <Tabs
              label="Parts of the record"
              tabs={[
                { id: 'fields', label: 'Fields' },
                { id: 'related', label: 'Related' },
              ]}
              value={part}
              onChange={setPart}
            >
              {part === 'fields' ? (
                form
              ) : (
                <RelatedRecords place={place} table={table} record={base} onClose={() => setPart('fields')} />
              )}
            </Tabs>
          ) : (
            form
          )}
        </div>
        <footer className={frame.footer}>
          <p className={frame.unsaved} role="status">
            {changed.length > 0 ? `Not saved yet: ${changed.map(labelOf).join(', ')}` : ''}
          </p>
          {buttons}
        </footer>
      </form>
    </EditorFrame>
  )
}

/** `Id 7`. */
function keyWords({ key, fields }: TableDescription, record: GridRecord): string {
  return key
    .map((name) => `${labelOf(fields.find((field) => field.name === name) ?? { name })} ${String(record[name])}`)
    .join(', ')
}
