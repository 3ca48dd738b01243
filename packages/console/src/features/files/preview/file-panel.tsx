import { IconDownload, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type FileEntry, joinPath } from '../../../instance/folder-listing.ts'
import { messageOf } from '../../../instance/instance-error.ts'
import { formatBytes } from '../../../language/byte-words.ts'
import { Banner } from '../../../ui/banner.tsx'
import { exactTime } from '../../../ui/dates.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { FolderPlace } from '../../../widgets/files/folder-tree/folder-place.ts'
import { EditorContent, EditorFrame } from '../../../widgets/form/editor-frame/editor-frame.tsx'
import { LoadFailure } from '../../../widgets/records/load-failure/load-failure.tsx'
import { filesMessages } from '../messages.ts'
import { kindWord } from '../shown-entries.ts'
import type { EntryActions } from '../use-entry-actions.tsx'
import { contentQuery, type DecodedText, decodeText, propertiesQuery } from './file-content.ts'
import { mediaTypeOf, type PreviewKind, previewKind } from './file-kind.ts'
import styles from './preview.module.css'
import { TextEditor } from './text-editor.tsx'

interface FilePanelProps {
  place: FolderPlace
  name: string
  /** The file in the listing; `null` if it is not in it, or while it is loading. */
  listed: FileEntry | null
  actions: EntryActions
  onClose: () => void
}

/** A file over its folder: its properties and content, with an editor for texts. */
export function FilePanel({ place, name, listed, actions, onClose }: FilePanelProps) {
  const path = joinPath(place.folder, name)
  const read = useQuery({ ...propertiesQuery(place.service, path), enabled: listed === null })
  // A file that someone else deletes or moves stays open, as it may have unsaved input.
  const [first, setFirst] = useState<FileEntry | null>(null)
  const file = listed ?? read.data ?? first
  if (first === null && file !== null) setFirst(file)
  return (
    <EditorFrame
      wide
      title={name}
      subtitle={file ? factsOf(file) : null}
      aside={
        file ? (
          <>
            <IconButton
              label={filesMessages.details}
              icon={<IconInfoCircle />}
              onClick={() => actions.setDialog({ kind: 'details', entry: file })}
            />
            <IconButton
              label={filesMessages.downloadIt}
              icon={<IconDownload />}
              onClick={() => actions.download([file])}
            />
          </>
        ) : null
      }
      onClose={onClose}
    >
      {file ? (
        <FilePreview service={place.service} file={file} onSaved={actions.changed} onClose={onClose} />
      ) : (
        <EditorContent>
          {read.error ? (
            <Banner tone="danger" title={filesMessages.fileFailed}>
              {messageOf(read.error)}
            </Banner>
          ) : (
            <Skeleton lines={6} />
          )}
        </EditorContent>
      )}
    </EditorFrame>
  )
}

function factsOf(file: FileEntry): string {
  const parts = [
    kindWord(file),
    file.size === null ? '' : formatBytes(file.size),
    file.modified === null ? '' : exactTime(new Date(file.modified)),
  ]
  return parts.filter(Boolean).join(' · ')
}

/** Maximum size in bytes of a file that is shown, by kind. A file of unknown kind may be text. */
const longest: Readonly<Record<PreviewKind, number>> = {
  text: 2_000_000,
  unknown: 500_000,
  image: 50_000_000,
  pdf: 100_000_000,
  audio: 200_000_000,
  video: 500_000_000,
}

interface FilePreviewProps {
  service: string
  file: FileEntry
  onSaved: () => void
  onClose: () => void
}

/** The content of a file, if it can be shown. */
function FilePreview(props: FilePreviewProps) {
  const { file } = props
  // The kind stays the same while the file is open, although saving changes its size.
  const [kind] = useState(() => previewKind(file))
  const [tooLong] = useState(() => (file.size ?? 0) > longest[kind])
  if (!tooLong) return <Shown {...props} kind={kind} />
  return (
    <Nothing
      title={kind === 'unknown' ? filesMessages.noPreview : filesMessages.fileTooLarge}
      text={
        kind === 'unknown'
          ? filesMessages.downloadToOpen
          : filesMessages.previewSizeLimit({ size: formatBytes(longest[kind]) })
      }
    />
  )
}

function Shown({ service, file, kind, onSaved, onClose }: FilePreviewProps & { kind: PreviewKind }) {
  const content = useQuery(contentQuery(service, file.path))
  const text = useText(kind === 'text' || kind === 'unknown' ? content.data?.bytes : undefined)
  if (content.error)
    return (
      <EditorContent>
        <LoadFailure error={content.error} text={filesMessages.fileFailed} onRetry={() => void content.refetch()} />
      </EditorContent>
    )
  if (!content.data || text === 'reading')
    return (
      <EditorContent>
        <Skeleton lines={8} />
      </EditorContent>
    )
  if (kind !== 'text' && kind !== 'unknown')
    return <MediaPreview kind={kind} name={file.name} bytes={content.data.bytes} />
  if (text === null)
    return (
      <Nothing
        title={kind === 'text' ? filesMessages.fileNotUtf8 : filesMessages.noPreview}
        text={filesMessages.downloadToOpen}
      />
    )
  return (
    <TextEditor
      key={content.dataUpdatedAt}
      service={service}
      file={file}
      decoded={text}
      stamp={content.data.stamp}
      onSaved={onSaved}
      onReload={() => void content.refetch()}
      onClose={onClose}
    />
  )
}

/** Returns the text in a file; `null` if it is not text. */
function useText(bytes: Blob | undefined): DecodedText | null | 'reading' {
  const [read, setRead] = useState<{ readonly bytes: Blob; readonly text: DecodedText | null } | null>(null)
  useEffect(() => {
    if (!bytes) return
    let wanted = true
    void bytes.arrayBuffer().then((buffer) => {
      if (wanted) setRead({ bytes, text: decodeText(buffer) })
    })
    return () => {
      wanted = false
    }
  }, [bytes])
  if (bytes === undefined) return null
  return read?.bytes === bytes ? read.text : 'reading'
}

function Nothing({ title, text }: { title: string; text: string }) {
  return (
    <EditorContent>
      <EmptyState title={title}>{text}</EmptyState>
    </EditorContent>
  )
}

interface MediaPreviewProps {
  kind: Exclude<PreviewKind, 'text' | 'unknown'>
  name: string
  bytes: Blob
}

/** A picture, a document or a recording, shown by the browser. */
function MediaPreview({ kind, name, bytes }: MediaPreviewProps) {
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
    const url = URL.createObjectURL(new Blob([bytes], { type }))
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [bytes, type])
  return address
}
