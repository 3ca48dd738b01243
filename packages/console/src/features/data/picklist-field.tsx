import { useId } from 'react'
import field from '../../ui/field.module.css'
import { Field, type FieldProps } from '../../ui/field.tsx'
import { useReadOnly } from '../../ui/read-only.ts'
import { SelectField } from '../../ui/select-field.tsx'
import type { CellDraft } from '../../widgets/grid/drafts.ts'
import { typedText } from './record-values.ts'
import type { WireField } from './wire-table.ts'

interface PicklistFieldProps extends FieldProps {
  field: WireField
  text: string
  none: boolean
  /** Placeholder when there is no value. */
  absent: string
  /** Only values of the list are accepted. */
  closed: boolean
  onChange: (value: CellDraft) => void
}

/** A choice from the field's own list; if the list is only a suggestion, other values can be typed. */
export function PicklistField({ field: wire, text, none, absent, closed, onChange, ...named }: PicklistFieldProps) {
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
            className={field.control}
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
