import { VerbPicker } from '../../../widgets/verb-picker/verb-picker.tsx'
import styles from './config.module.css'
import type { FieldOf } from './config-field.ts'
import type { ControlProps } from './control-props.ts'

/** Verbs, kept as one number. */
export function VerbsField({ field, value, error, label, labelHidden, onChange }: ControlProps<FieldOf<'verbs'>>) {
  const name = label ?? field.label
  return (
    <div className={styles.plain}>
      {labelHidden ? null : <span className={styles.label}>{name}</span>}
      <div>
        <VerbPicker label={name} mask={typeof value === 'number' ? value : 0} onChange={onChange} />
      </div>
      {error ? <p className={styles.error}>{error}</p> : null}
      {!labelHidden && field.help ? <p className={styles.help}>{field.help}</p> : null}
    </div>
  )
}
