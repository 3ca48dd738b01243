import { Field } from '../../ui/field.tsx'
import styles from './apidocs.module.css'

interface FileFieldProps {
  label: string
  help?: string
  required: boolean
  error: string | undefined
  many?: boolean
  /** Those that are chosen; they are named here, as the browser's own control forgets them when one looks elsewhere. */
  files: readonly File[]
  onChange: (files: readonly File[]) => void
}

/** Files from the disk. */
export function FileField({ label, help, required, error, many = false, files, onChange }: FileFieldProps) {
  const names = files.map(({ name }) => name).join(', ')
  return (
    <Field label={label} required={required} error={error} help={[help, names].filter(Boolean).join(' · ')}>
      {(wiring) => (
        <input
          {...wiring}
          type="file"
          multiple={many}
          className={styles.file}
          onChange={(event) => onChange([...(event.target.files ?? [])])}
        />
      )}
    </Field>
  )
}
