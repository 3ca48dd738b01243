import { useEffect, useState } from 'react'
import { mediaTypeOf, type PreviewKind } from './file-kind.ts'
import styles from './preview.module.css'

interface MediaPreviewProps {
  kind: Exclude<PreviewKind, 'text' | 'unknown'>
  name: string
  bytes: Blob
}

/** A picture, a document or a recording, shown by the browser. */
export function MediaPreview({ kind, name, bytes }: MediaPreviewProps) {
  const address = useBlobAddress(bytes, mediaTypeOf(name))
  if (address === null) return null
  switch (kind) {
    case 'image':
      return (
        <div className={styles.picture}>
          <img src={address} alt={name} />
        </div>
      )
    case 'pdf':
      return <iframe className={styles.document} src={address} title={name} />
    case 'audio':
      return (
        <div className={styles.picture}>
          {/* biome-ignore lint/a11y/useMediaCaption: stored files have no captions */}
          <audio controls src={address} aria-label={name} />
        </div>
      )
    case 'video':
      return (
        <div className={styles.picture}>
          {/* biome-ignore lint/a11y/useMediaCaption: stored files have no captions */}
          <video controls src={address} aria-label={name} />
        </div>
      )
  }
}

/** Returns a blob URL with a type chosen by the console, as a server could declare anything to be a page. */
function useBlobAddress(bytes: Blob, type: string): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes, type])
  return address
}
