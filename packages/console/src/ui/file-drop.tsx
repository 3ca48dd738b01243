import { useId } from 'react'
import styles from './file-drop.module.css'

interface FileDropProps {
  /** Name of the chosen file, or what to choose. */
  title: string
  hint: string
  /** File types, as in the `accept` attribute. */
  accept: string
  onFile: (file: File) => void
}

/** A field for a file that is chosen or dropped. The same file can be chosen again. */
export function FileDrop({ title, hint, accept, onFile }: FileDropProps) {
  const id = useId()
  const take = (file: File | undefined) => file && onFile(file)
  return (
    <label
      className={styles.drop}
      htmlFor={id}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        take(event.dataTransfer.files[0])
      }}
    >
      <input
        id={id}
        type="file"
        className={styles.file}
        accept={accept}
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          take(file)
        }}
      />
      <strong>{title}</strong>
      <span>{hint}</span>
    </label>
  )
}
