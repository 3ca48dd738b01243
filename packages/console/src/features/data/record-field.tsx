import { parseExact, stringifyExact } from '@millwright/contract/wire/exact-json'
import { lazy, Suspense, useId } from 'react'
import look from '../../ui/field.module.css'
import { Field, type FieldProps } from '../../ui/field.tsx'
import { PickedField } from '../../ui/picked-field.tsx'
import { useReadOnly } from '../../ui/read-only.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { inOwnZone, pickerValue, withPicked } from '../../widgets/access/condition/moment-text.ts'
import { CodeEditor } from '../../widgets/code/code-editor/code-editor.tsx'
import type { CellDraft } from '../../widgets/grid/drafts.ts'
import type { GridRecord } from '../../widgets/grid/grid-source.ts'
import { BinaryField } from './binary-field.tsx'
import { hasAllowedValues, kindOf, labelOf } from './field-kind.ts'
import { momentKind, printValue } from './field-values.ts'
import { dataMessages } from './messages.ts'
import styles from './record-form.module.css'
import { typedText } from './use-record-form.ts'
import type { TablePlace, WireField } from './wire-table.ts'

const ReferenceField = lazy(() =>
  import('./reference-field.tsx').then(({ ReferenceField }) => ({ default: ReferenceField })),
)

interface RecordFieldProps {
  place: TablePlace
  field: WireField
  base: GridRecord
  typed: CellDraft | undefined
  problem: string | undefined
  /** Why it is read-only; `null` if it is editable. */
  locked: string | null
  onChange: (value: CellDraft) => void
}

/** The control of a field, by its type, with a choice of NULL if the field allows it. */
export function RecordField(props: RecordFieldProps) {
  const { place, field, base, typed, problem, locked, onChange } = props
  const value = typed ? typed.value : base[field.name]
  const none = value === null || value === undefined
  const text = none ? '' : typed?.problem === undefined ? printValue(field, value) : String(value)
  const named = { label: labelOf(field), required: Boolean(field.required), error: problem, help: helpOf(props) }
  // A new record leaves unset fields to the database.
  const absent = value === undefined ? placeholderOf(field) : 'NULL'
  const control = { ...named, field, text, none, absent, onChange }
  const kind = kindOf(field)

  if (kind === 'boolean' && locked === null) return <BooleanField {...control} />
  if (kind === 'binary')
    return <BinaryField {...named} field={field} value={none ? null : text} locked={locked} onChange={onChange} />
  if (locked !== null)
    return <TextField {...named} value={text} placeholder={none ? absent : ''} readOnly onChange={() => {}} />
  if (field.ref_table && (field.type === 'reference' || field.is_foreign_key))
    return (
      <div className={styles.field}>
        <Suspense fallback={<TextField {...named} value={text} readOnly onChange={() => {}} />}>
          <ReferenceField {...control} place={place} />
        </Suspense>
      </div>
    )
  return (
    <div className={styles.field}>
      <ValueControl {...control} />
      <ValueActions {...control} />
    </div>
  )
}

interface ControlProps extends FieldProps {
  help: string | undefined
  field: WireField
  text: string
  /** NULL, or not set. */
  none: boolean
  /** Placeholder when there is no value. */
  absent: string
  onChange: (value: CellDraft) => void
}

function BooleanField({ field, text, none, absent: _, onChange, ...named }: ControlProps) {
  const words = [...(isNullable(field) || none ? ['NULL'] : []), 'TRUE', 'FALSE']
  return (
    <SelectField
      {...named}
      value={none ? 'NULL' : text}
      options={words.map((word) => ({ value: word, label: word }))}
      onChange={(word) => onChange(word === 'NULL' ? { value: null } : typedText(field, word))}
    />
  )
}

function ValueControl(props: ControlProps) {
  const { field, text, none, absent, onChange, ...named } = props
  const kind = kindOf(field)
  const moment = momentKind(field)
  const placeholder = none ? absent : ''
  const write = (next: string) => onChange(typedText(field, next))
  const closed = hasAllowedValues(field)
  if (closed || (kind === 'line' && (field.picklist?.length ?? 0) > 0))
    return <PicklistField {...props} closed={closed} />
  if (kind === 'json') {
    const { label, help, error } = named
    return (
      <CodeEditor label={label} help={help} error={error} language="json" lines={5} value={text} onChange={write} />
    )
  }
  if (kind === 'lines') {
    const rows = Math.min(14, Math.max(3, text.split('\n').length))
    return <TextArea {...named} rows={rows} spellCheck placeholder={placeholder} value={text} onChange={write} />
  }
  if (moment !== null)
    return (
      <PickedField
        {...named}
        picks={moment === 'datetime' ? 'datetime-local' : moment}
        picked={pickerValue(moment, text)}
        onPicked={(picked) => write(withPicked(moment, text, picked))}
        value={text}
        placeholder={none ? absent : placeholderOf(field)}
        onChange={write}
      />
    )
  return (
    <TextField
      {...named}
      inputMode={kind === 'integer' ? 'numeric' : kind === 'decimal' ? 'decimal' : 'text'}
      placeholder={placeholder}
      spellCheck={kind === 'line'}
      value={text}
      onChange={write}
    />
  )
}

/** Sets NULL, and formats JSON. */
function ValueActions({ field, text, none, error, onChange }: ControlProps) {
  const isLocked = useReadOnly() !== null
  if (isLocked) return null
  return (
    <>
      {isNullable(field) && !none ? (
        <button
          type="button"
          className={styles.setNull}
          aria-label={dataMessages.setFieldNull({ field: labelOf(field) })}
          onClick={() => onChange({ value: null })}
        >
          {dataMessages.null}
        </button>
      ) : null}
      {kindOf(field) === 'json' && text !== '' && !error ? (
        <button
          type="button"
          className={styles.setNull}
          onClick={() => onChange(typedText(field, stringifyExact(parseExact(text), 2)))}
        >
          {dataMessages.format}
        </button>
      ) : null}
    </>
  )
}

const isNullable = ({ allow_null }: WireField) => allow_null !== false

function helpOf({ field, locked, base, typed }: RecordFieldProps): string | undefined {
  const moment = momentKind(field)
  const value = typed ? typed.value : base[field.name]
  const own = moment && typeof value === 'string' ? inOwnZone(moment, value) : null
  if (locked !== null) return [own, locked].filter(Boolean).join(' · ')
  if (typed && typed.problem === undefined) {
    const before = base[field.name]
    if (before === undefined) return field.description ?? undefined
    const was = before === null || before === undefined ? 'NULL' : printValue(field, before)
    return dataMessages.was({ value: was.length > 60 ? `${was.slice(0, 60)}…` : was || '“”' })
  }
  return [own, field.description].filter(Boolean).join(' · ') || undefined
}

const placeholders = { date: 'YYYY-MM-DD', time: 'HH:MM:SS', datetime: 'YYYY-MM-DD HH:MM:SS' } as const

function placeholderOf(field: WireField): string {
  const kind = momentKind(field)
  return kind === null ? '' : placeholders[kind]
}

interface PicklistFieldProps extends ControlProps {
  /** Only values of the list are accepted. */
  closed: boolean
}

/** A choice from the field's own list; if the list is only a suggestion, other values can be typed. */
function PicklistField({ field: wire, text, none, absent, closed, onChange, ...named }: PicklistFieldProps) {
  const list = useId()
  const locked = useReadOnly() !== null
  const values = (wire.picklist ?? []).map(String)
  const listed = none || values.includes(text) ? values : [text, ...values]
  if (closed)
    return (
      <SelectField
        {...named}
        value={none ? '' : text}
        placeholder={none || wire.allow_null !== false ? 'NULL' : ''}
        options={listed.map((value) => ({ value, label: value }))}
        onChange={(value) => onChange(typedText(wire, value))}
      />
    )
  return (
    <Field {...named}>
      {(wiring) => (
        <>
          <input
            {...wiring}
            list={list}
            readOnly={locked}
            className={look.control}
            placeholder={none ? absent : ''}
            value={text}
            onChange={(event) => onChange(typedText(wire, event.target.value))}
          />
          <datalist id={list}>
            {values.map((value) => (
              <option key={value} value={value} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
