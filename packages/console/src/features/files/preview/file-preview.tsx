import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FileEntry } from '../../../instance/folder-listing.ts'
import { messageOf } from '../../../instance/instance-error.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { RetryBanner } from '../../../ui/retry-banner.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import frame from '../../../widgets/editor-frame/editor-frame.module.css'
import { byteWords } from '../../../widgets/transfers/byte-words.ts'
import { contentQuery } from './file-content.ts'
import { type PreviewKind, previewKind } from './file-kind.ts'
import { MediaPreview } from './media-preview.tsx'
import { type DecodedText, decodeText } from './text-bytes.ts'
import { TextEditor } from './text-editor.tsx'

/** Bytes up to which a file of a kind is shown. One of a kind that nobody knows may be a text. */
const longest: Readonly<Record<PreviewKind, number>> = {
  text: 2 * 2 ** 20,
  unknown: 2 ** 19,
  image: 50 * 2 ** 20,
  pdf: 100 * 2 ** 20,
  audio: 200 * 2 ** 20,
  video: 500 * 2 ** 20,
}

interface FilePreviewProps {
  service: string
  file: FileEntry
  onSaved: () => void
  onClose: () => void
}

/** What is in a file, where it can be shown. */
export function FilePreview(props: FilePreviewProps) {
  const { file } = props
  // What a file is shown as stays while it is open, although saving changes its size.
  const [kind] = useState(() => previewKind(file))
  const [tooLong] = useState(() => (file.size ?? 0) > longest[kind])
  if (!tooLong) return <Shown {...props} kind={kind} />
  return (
    <Nothing
      title={kind === 'unknown' ? 'There is no preview of such files.' : 'This file is too long to be shown here.'}
      text={
        kind === 'unknown' ? 'Download it to open it.' : `Up to ${byteWords(longest[kind])} are. Download it instead.`
      }
    />
  )
}

function Shown({ service, file, kind, onSaved, onClose }: FilePreviewProps & { kind: PreviewKind }) {
  const content = useQuery(contentQuery(service, file.path))
  const text = useText(kind === 'text' || kind === 'unknown' ? content.data?.bytes : undefined)
  if (content.error)
    return (
      <div className={frame.content}>
        <RetryBanner title="This file could not be read." onRetry={() => void content.refetch()}>
          {messageOf(content.error)}
        </RetryBanner>
      </div>
    )
  if (!content.data || text === 'reading')
    return (
      <div className={frame.content}>
        <Skeleton lines={8} />
      </div>
    )
  if (kind !== 'text' && kind !== 'unknown')
    return <MediaPreview kind={kind} name={file.name} bytes={content.data.bytes} />
  if (text === null)
    return (
      <Nothing
        title={kind === 'text' ? 'This is no text in UTF-8.' : 'There is no preview of such files.'}
        text="Download it to open it."
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

/** The text in a file; null when there is none in it. */
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
    <div className={frame.content}>
      <EmptyState title={title}>{text}</EmptyState>
    </div>
  )
}
