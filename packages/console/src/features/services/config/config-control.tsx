import { useState } from 'react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ChoiceField } from './choice-control.tsx'
import { Choices } from './choices-control.tsx'
import styles from './config.module.css'
import type { FieldOf } from './config-field.ts'
import { isStoredSecret, textOf } from './config-value.ts'
import type { ControlProps } from './control-props.ts'
import { EventField } from './event-control.tsx'
import { FileField } from './file-control.tsx'
import { StringList } from './list-control.tsx'
import { PairTable } from './pairs-control.tsx'
import { ReferenceField } from './reference-control.tsx'
import { RowTable } from './rows-control.tsx'
import { SecretField } from './secret-control.tsx'
import { VerbsField } from './verbs-control.tsx'

/** The control of one setting, whatever kind it is of. */
export function ConfigControl(props: ControlProps) {
  const { field, value, error, onChange, labelHidden = false } = props
  const common = {
    label: props.label ?? field.label,
    labelHidden,
    help: labelHidden ? null : field.help,
    error,
    required: field.required,
  }
  const text = { ...common, value: textOf(value), spellCheck: false, onChange }
  switch (field.kind) {
    case 'line':
      return <MaskedText {...props} field={field} />
    case 'area':
      return <MaskedText {...props} field={field} />
    case 'secret':
      return <SecretField {...props} field={field} />
    case 'number':
      return <TextField {...text} inputMode={field.whole ? 'numeric' : 'decimal'} autoComplete="off" />
    case 'flag':
      return (
        <Checkbox
          label={common.label}
          labelHidden={labelHidden}
          help={common.help}
          error={error}
          value={value === true}
          onChange={onChange}
        />
      )
    case 'verbs':
      return <VerbsField {...props} field={field} />
    case 'choice':
      return <ChoiceField {...props} field={field} />
    case 'choices':
      return <Choices {...props} field={field} />
    case 'record':
      return <ReferenceField {...props} field={field} />
    case 'event':
      return <EventField {...props} field={field} />
    case 'file':
      return <FileField {...props} field={field} />
    case 'list':
      return <StringList {...props} field={field} />
    case 'rows':
      return <RowTable {...props} field={field} Cell={ConfigControl} />
    case 'pairs':
      return <PairTable {...props} field={field} />
    case 'json':
      return (
        <TextArea
          {...text}
          mono
          rows={4}
          help={[field.help, `This console has no control for settings of the kind “${field.type}”: write JSON.`]
            .filter(Boolean)
            .join('\n')}
        />
      )
  }
}

/** A text; a secret instead once the server answers it with a mask, and from then on. */
function MaskedText(props: ControlProps<FieldOf<'line'> | FieldOf<'area'>>) {
  const { field, value, error, labelHidden = false, onChange } = props
  const [masked, setMasked] = useState(false)
  if (!masked && isStoredSecret(value)) setMasked(true)
  if (masked || isStoredSecret(value))
    return <SecretField {...props} field={{ ...field, kind: 'secret', lines: field.kind === 'area' }} />
  const text = {
    label: props.label ?? field.label,
    labelHidden,
    help: labelHidden ? null : field.help,
    error,
    required: field.required,
    value: textOf(value),
    spellCheck: false,
    onChange,
  }
  if (field.kind === 'line')
    return <TextField {...text} {...(field.length !== null && { maxLength: field.length })} autoComplete="off" />
  return (
    <div className={styles.area}>
      <TextArea {...text} rows={1} />
    </div>
  )
}
