import { secretMask } from '@millwright/contract/records/lookup'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import styles from './config.module.css'
import type { ControlProps, FieldOf } from './config-field.ts'
import { isStoredSecret, settingText } from './config-value.ts'
import { t } from './messages.ts'

/** A secret. A stored one is never shown, and stays unless it is replaced or removed. */
export function SecretField({ field, value, error, label, labelHidden, onChange }: ControlProps<FieldOf<'secret'>>) {
  const [wasStored, setWasStored] = useState(false)
  const masked = isStoredSecret(value)
  if (masked && !wasStored) setWasStored(true)
  const removed = wasStored && value === ''
  const input = {
    label: label ?? field.label,
    labelHidden: labelHidden ?? false,
    help: labelHidden ? null : field.help,
    error,
    required: field.required,
    mono: true,
    placeholder: masked ? t.storedSecret : removed ? t.willBeRemoved : '',
    value: masked ? '' : settingText(value),
    onChange: (typed: string) => onChange(typed === '' && wasStored ? secretMask : typed),
  }
  return (
    <div className={styles.secret}>
      {field.lines ? (
        <div className={styles.area}>
          <TextArea {...input} rows={1} secret spellCheck={false} />
        </div>
      ) : (
        <PasswordField {...input} autoComplete="off" {...(field.length !== null && { maxLength: field.length })} />
      )}
      {masked && !field.required && !labelHidden ? (
        <Button size="small" variant="quiet" onClick={() => onChange('')}>
          {t.removeStored({ label: input.label })}
        </Button>
      ) : null}
      {removed ? (
        <Button size="small" variant="quiet" onClick={() => onChange(secretMask)}>
          {t.keepStored({ label: input.label })}
        </Button>
      ) : null}
    </div>
  )
}
