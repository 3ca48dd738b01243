import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import styles from './config.module.css'
import type { FieldOf } from './config-field.ts'
import { textOf } from './config-value.ts'
import type { ControlProps } from './control-props.ts'

/** The text of a file such as a certificate: chosen from this computer, or put in. */
export function FileField({ field, value, error, label, labelHidden, onChange }: ControlProps<FieldOf<'file'>>) {
  const input = useRef<HTMLInputElement>(null)
  const name = label ?? field.label
  const take = async (file: File | undefined) => {
    if (input.current) input.current.value = ''
    if (file) onChange(await file.text())
  }
  return (
    <div className={styles.plain}>
      <TextArea
        label={name}
        labelHidden={labelHidden ?? false}
        help={labelHidden ? null : field.help}
        error={error}
        required={field.required}
        mono
        rows={4}
        spellCheck={false}
        value={textOf(value)}
        onChange={onChange}
      />
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`File for ${name}`}
        onChange={(event) => void take(event.target.files?.[0])}
      />
      <div>
        <Button size="small" onClick={() => input.current?.click()}>
          Choose a file
        </Button>
      </div>
    </div>
  )
}
