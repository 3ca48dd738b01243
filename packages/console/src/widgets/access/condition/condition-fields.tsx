import type { FilterOperator } from '@millwright/contract/records/role'
import { type ReactNode, useId } from 'react'
import { PickedField } from '../../../ui/picked-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField, type TextFieldProps } from '../../../ui/text-field.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import { type ComparedColumn, operatorsOfColumn } from './compared-column.ts'
import { hasValue } from './has-value.ts'
import { inZone, isZoneless, type MomentKind, ownZone, pickerValue, withPicked } from './moment-text.ts'
import { t } from './opened/messages.ts'
import { operatorWord } from './operator-words.ts'

/** A condition as its controls show it; the operator may be one that the console does not know. */
export interface TypedCondition {
  readonly field: string
  readonly operator: FilterOperator | (string & {})
  readonly value: string
}

interface ConditionFieldsProps {
  /** Empty if they are unknown: then the column is a text. */
  columns: readonly ComparedColumn[]
  condition: TypedCondition
  labels: { readonly field: string; readonly operator: string; readonly value: string }
  labelHidden?: boolean
  placeholder?: string
  /** The operators, if not those of the column. */
  operators?: readonly FilterOperator[]
  /** Lookup keys that stand for values. */
  keys?: readonly string[]
  error?: string | null
  wordOf?: (operator: FilterOperator, column: ComparedColumn | undefined) => string
  /** A control for the value, instead of that of its type. */
  valueField?: ReactNode
  onChange: (change: Partial<TypedCondition>) => void
}

const wordFor = (operator: FilterOperator, column: ComparedColumn | undefined) =>
  operatorWord(operator, column?.kind ?? 'text')

/** A condition: the column, the operators of its type, and a value as its type has them. Three elements, for the layout of what is around. */
export function ConditionFields(props: ConditionFieldsProps) {
  const { columns, condition, labels, labelHidden = false, valueField, onChange } = props
  const { placeholder = tabWords.field, wordOf = wordFor } = props
  const { field, operator } = condition
  const column = columnNamed(columns, field)
  const offered: readonly string[] = props.operators ?? operatorsOfColumn(column)
  const operators = offered.includes(operator) ? offered : [operator, ...offered]
  const choose = (name: string) => {
    const next = columnNamed(columns, name)
    // A list of values is chosen from, unless an operator was chosen before.
    const isFresh = field === '' && (next?.values.length ?? 0) > 0
    const keeps = !isFresh && operatorsOfColumn(next).some((one) => one === operator)
    const isAlike = next?.kind === column?.kind && next?.values.length === 0 && !column?.values.length
    const first = next?.kind === 'boolean' ? (next.values[0]?.value ?? '') : ''
    onChange({
      field: name,
      ...(!keeps && { operator: operatorsOfColumn(next)[0] ?? '=' }),
      ...((first !== '' || (column && !isAlike)) && { value: first }),
    })
  }
  const isListed = field === '' || columns.some(({ name }) => name === field)
  const options = columns.map(({ name, label }) => ({ value: name, label }))
  return (
    <>
      {columns.length === 0 ? (
        <TextField
          label={labels.field}
          labelHidden={labelHidden}
          placeholder={placeholder}
          mono
          spellCheck={false}
          value={field}
          onChange={(name) => onChange({ field: name })}
        />
      ) : (
        <SelectField
          label={labels.field}
          labelHidden={labelHidden}
          placeholder={placeholder}
          value={field}
          options={isListed ? options : [{ value: field, label: field }, ...options]}
          onChange={choose}
        />
      )}
      <SelectField
        label={labels.operator}
        labelHidden={labelHidden}
        value={operator}
        options={operators.map((one) => ({ value: one, label: isKnown(one) ? wordOf(one, column) : one }))}
        onChange={(next) => onChange({ operator: next })}
      />
      {hasValue(operator) ? (valueField ?? <ValueField {...props} column={column} />) : <span />}
    </>
  )
}

function isKnown(operator: string): operator is FilterOperator {
  return operatorsOfColumn(undefined).some((one) => one === operator)
}

function columnNamed(columns: readonly ComparedColumn[], name: string): ComparedColumn | undefined {
  return columns.find((column) => column.name.toLowerCase() === name.trim().toLowerCase())
}

/** A date or time, typed or picked. A moment gets the reader's time zone, which is named, unless it is typed with another. */
function MomentField({ kind, isZoned, ...text }: TextFieldProps & { kind: MomentKind; isZoned: boolean }) {
  const complete = () => {
    if (isZoned && isZoneless(text.value)) text.onChange(inZone(text.value))
  }
  const help = isZoned ? t.ownZoneHelp({ zone: ownZone() }) : kind === 'datetime' ? t.noZoneHelp : undefined
  return (
    <PickedField
      {...text}
      help={help}
      picks={kind === 'datetime' ? 'datetime-local' : kind}
      picked={pickerValue(kind, text.value)}
      onPicked={(picked) => text.onChange(isZoned ? inZone(picked) : withPicked(kind, text.value, picked))}
      placeholder={kind === 'datetime' ? t.momentFormat : kind === 'date' ? 'YYYY-MM-DD' : 'hh:mm'}
      onBlur={complete}
      onKeyDown={(event) => {
        // Both submit the form without leaving the field.
        if (event.key === 'Enter' || event.ctrlKey || event.metaKey) complete()
      }}
    />
  )
}

type ValueFieldProps = ConditionFieldsProps & { column: ComparedColumn | undefined }

function ValueField({ column, condition, labels, labelHidden = false, keys = [], error, onChange }: ValueFieldProps) {
  const list = useId()
  const { operator, value } = condition
  const write = (next: string) => onChange({ value: next })
  const named = { label: labels.value, labelHidden, error: error ?? undefined, value, onChange: write }
  const filledIn = keys.map((key) => `{${key}}`)
  const values = column?.values ?? []
  if (values.length > 0 && (operator === '=' || operator === '!=')) {
    const options = [...values, ...filledIn.map((key) => ({ value: key, label: key }))]
    const isOffered = value === '' || options.some((option) => option.value === value)
    return (
      <SelectField
        {...named}
        placeholder={tabWords.value}
        options={isOffered ? options : [{ value, label: value }, ...options]}
      />
    )
  }
  const example = filledIn[0]
  const isList = operator === 'in' || operator === 'not in'
  const suggested = [...values.map((one) => one.value), ...filledIn]
  const text = {
    ...named,
    ...(suggested.length > 0 && { list }),
    mono: keys.length > 0,
    spellCheck: false,
    autoComplete: 'off' as const,
  }
  return (
    <div>
      {column?.kind === 'date' || column?.kind === 'datetime' || column?.kind === 'time' ? (
        <MomentField {...text} kind={column.kind} isZoned={column.isZoned === true} />
      ) : (
        <TextField
          {...text}
          inputMode={column?.kind === 'number' && keys.length === 0 && !isList ? 'decimal' : 'text'}
          placeholder={isList ? t.listOfValues : example === undefined ? tabWords.value : t.valueExample({ example })}
        />
      )}
      {suggested.length > 0 ? (
        <datalist id={list}>
          {suggested.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      ) : null}
    </div>
  )
}
