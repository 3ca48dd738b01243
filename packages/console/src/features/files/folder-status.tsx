import { useMemo } from 'react'
import type { FileEntry } from '../../instance/folder-listing.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { byteWords } from '../../widgets/transfers/byte-words.ts'
import styles from './files.module.css'
import { countWords } from './messages.ts'

const number = new Intl.NumberFormat()

interface FolderStatusProps {
  entries: readonly FileEntry[]
  /** Entries without the search; null while they are not known. */
  all: number | null
  /** What is being prepared, in a sentence. */
  busy: string | null
  /** Why the entries could not be read again. */
  error: Error | null
}

/** Under the list: how much there is of it. */
export function FolderStatus({ entries, all, busy, error }: FolderStatusProps) {
  const words = useMemo(() => {
    const files = entries.filter(({ type }) => type === 'file')
    const bytes = files.reduce((sum, { size }) => sum + (size ?? 0), 0)
    const counted = countWords(entries.length - files.length, files.length)
    return files.length > 0 ? `${counted} · ${byteWords(bytes)}` : counted
  }, [entries])
  const shown =
    all === null || entries.length === 0 ? '' : all > entries.length ? `${words}, of ${number.format(all)}` : words
  return (
    <p className={styles.status} role="status">
      {busy ?? (error ? `This list may be out of date. ${messageOf(error)}` : shown)}
    </p>
  )
}
