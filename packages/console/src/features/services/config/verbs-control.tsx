import { Text } from '../../../ui/text.tsx'
import { VerbPicker } from '../../../widgets/verb-picker/verb-picker.tsx'
import styles from './config.module.css'
import type { FieldOf } from './config-field.ts'
import type { ControlProps } from './control-props.ts'

/** Verbs, kept as one number. */
export function VerbsField({ field, value, error, label, labelHidden, onChange }: ControlProps<FieldOf<'verbs'>>) {
  const name = label ?? field.label
  return (
    <div className={styles.plain}>
      {labelHidden ? null : (
        <Text as="span" size="sm" weight="medium" className={styles.label}>
          {name}
        </Text>
      )}
      <div>
        <VerbPicker label={name} mask={typeof value === 'number' ? value : 0} onChange={onChange} />
      </div>
      {error ? (
        <Text tone="danger" size="sm" className={styles.error}>
          {error}
        </Text>
      ) : null}
      {!labelHidden && field.help ? <p className={styles.help}>{field.help}</p> : null}
    </div>
  )
}
