import { secretMask } from '@millwright/contract/records/lookup'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import styles from './config.module.css'
import type { ControlProps } from './config-control.tsx'
import type { FieldOf } from './config-field.ts'
import { isStoredSecret, textOf } from './config-value.ts'

/** A secret. One that is stored is never shown; it stays unless another is typed or it is removed. */
export function SecretField({ field, value, error, label, labelHidden, onChange }: ControlProps<FieldOf<'secret'>>) {
  const [wasStored, setWasStored] = useState(false)
  const masked = isStoredSecret(value)
  if (masked && !wasStored) setWasStored(true)
  const removed = wasStored && value === ''
  return (
    <div className={styles.secret}>
      <PasswordField
        label={label ?? field.label}
        labelHidden={labelHidden ?? false}
        help={labelHidden ? null : field.help}
        error={error}
        required={field.required}
        mono
        autoComplete="off"
        placeholder={masked ? 'Stored; type to replace' : removed ? 'Will be removed' : ''}
        {...(field.length !== null && { maxLength: field.length })}
        value={masked ? '' : textOf(value)}
        onChange={(typed) => onChange(typed === '' && wasStored ? secretMask : typed)}
      />
      {masked && !field.required && !labelHidden ? (
        <Button size="small" variant="quiet" onClick={() => onChange('')}>
          Remove the stored one
        </Button>
      ) : null}
      {removed ? (
        <Button size="small" variant="quiet" onClick={() => onChange(secretMask)}>
          Keep the stored one
        </Button>
      ) : null}
    </div>
  )
}
