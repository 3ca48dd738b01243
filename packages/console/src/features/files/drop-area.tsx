import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import styles from './files.module.css'
import { filesMessages } from './messages.ts'

interface DropAreaProps {
  onDrop: (transfer: DataTransfer) => void
  /** Why nothing can be stored now; `null` if it can. */
  refused: string | null
  children: ReactNode
}

/** Accepts dropped files and folders. */
export function DropArea({ onDrop, refused, children }: DropAreaProps) {
  const [over, setOver] = useState(false)
  // Moving over a child element also fires "leave" and "enter".
  const depth = useRef(0)
  const bringsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.some((type) => type === 'Files')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: everything that can be dropped can also be chosen with a button
    <div
      className={styles.drop}
      onDragEnter={(event) => {
        if (!bringsFiles(event)) return
        event.preventDefault()
        depth.current += 1
        setOver(true)
      }}
      onDragOver={(event) => {
        if (!bringsFiles(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = refused ? 'none' : 'copy'
      }}
      onDragLeave={(event) => {
        if (!bringsFiles(event)) return
        depth.current -= 1
        if (depth.current <= 0) setOver(false)
      }}
      onDrop={(event) => {
        if (!bringsFiles(event)) return
        event.preventDefault()
        depth.current = 0
        setOver(false)
        if (!refused) onDrop(event.dataTransfer)
      }}
    >
      {children}
      {over ? (
        <div className={styles.dropHint}>
          <IconUpload aria-hidden="true" />
          {refused ?? filesMessages.dropUploadHelp}
        </div>
      ) : null}
    </div>
  )
}
