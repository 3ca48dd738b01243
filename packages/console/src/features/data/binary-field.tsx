import { useRef } from 'react'
import { formatBytes } from '../../language/byte-words.ts'
import { Button } from '../../ui/button.tsx'
import { Field, type FieldProps } from '../../ui/field.tsx'
import { Row } from '../../ui/layout.tsx'
import { saveFile } from '../../ui/save-file.ts'
import type { CellDraft } from '../../widgets/grid/drafts.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { bytesOf } from './field-values.ts'
import { dataMessages } from './messages.ts'
import styles from './record-form.module.css'
import { pictureOf } from './value-aside.ts'
import type { WireField } from './wire-table.ts'

interface BinaryFieldProps extends FieldProps {
  field: WireField
  /** Base64; `null` is NULL. */
  value: string | null
  locked: string | null
  onChange: (value: CellDraft) => void
}

/** The size of a binary value, with buttons to download and replace it. */
export function BinaryField({ field, value, locked, onChange, ...named }: BinaryFieldProps) {
  const file = useRef<HTMLInputElement>(null)
  const picture = value === null ? null : pictureOf(value, Number.POSITIVE_INFINITY)
  const take = async (chosen: File | undefined) => {
    if (chosen) onChange({ value: await bytesOfFile(chosen) })
  }
  const download = () => {
    const bytes = value === null ? null : bytesOfText(value)
    if (bytes) saveFile(new Blob([bytes]), `${field.name}.bin`)
  }
  return (
    <Field {...named}>
      {(wiring) => (
        <Row gap={2} wrap ofControls>
          <input
            {...wiring}
            ref={file}
            type="file"
            hidden
            onChange={(event) => {
              void take(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          {picture === null ? null : (
            <img className={styles.picture} src={picture} alt={dataMessages.servicePanes({ label: named.label })} />
          )}
          <span className={styles.size}>{value === null ? 'NULL' : formatBytes(bytesOf(value))}</span>
          {value === null ? null : (
            <Button reads size="small" onClick={download}>
              {tabWords.download}
            </Button>
          )}
          {locked === null ? (
            <Button size="small" onClick={() => file.current?.click()}>
              {dataMessages.upload}
            </Button>
          ) : null}
          {locked === null && value !== null && field.allow_null !== false ? (
            <Button size="small" variant="quiet" onClick={() => onChange({ value: null })}>
              {dataMessages.setToNull}
            </Button>
          ) : null}
        </Row>
      )}
    </Field>
  )
}

/** Decodes base64; returns `null` if it is invalid. */
function bytesOfText(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
  } catch {
    return null
  }
}

/** Encodes a file as base64. */
function bytesOfFile(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
