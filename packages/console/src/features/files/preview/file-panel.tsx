import { IconDownload, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FileEntry, joinPath } from '../../../instance/folder-listing.ts'
import { messageOf } from '../../../instance/instance-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { exactTime } from '../../../ui/dates.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import frame from '../../../widgets/editor-frame/editor-frame.module.css'
import { EditorFrame } from '../../../widgets/editor-frame/editor-frame.tsx'
import type { FolderPlace } from '../../../widgets/folder-tree/folder-place.ts'
import { byteWords } from '../../../widgets/transfers/byte-words.ts'
import { kindWord } from '../entry-order.ts'
import type { EntryActions } from '../use-entry-actions.tsx'
import { propertiesQuery } from './file-content.ts'
import { FilePreview } from './file-preview.tsx'

interface FilePanelProps {
  place: FolderPlace
  name: string
  /** As the listing has it; null when it does not, or is not there yet. */
  listed: FileEntry | null
  actions: EntryActions
  onClose: () => void
}

/** A file over its folder: what it is, what is in it, and for texts a way to change that. */
export function FilePanel({ place, name, listed, actions, onClose }: FilePanelProps) {
  const path = joinPath(place.folder, name)
  const read = useQuery({ ...propertiesQuery(place.service, path), enabled: listed === null })
  const file = listed ?? read.data ?? null
  return (
    <EditorFrame
      wide
      title={name}
      subtitle={file ? factsOf(file) : null}
      aside={
        file ? (
          <>
            <IconButton
              label="Details"
              icon={<IconInfoCircle />}
              onClick={() => actions.setDialog({ kind: 'details', entry: file })}
            />
            <IconButton label="Download" icon={<IconDownload />} onClick={() => actions.download([file])} />
          </>
        ) : null
      }
      onClose={onClose}
    >
      {file ? (
        <FilePreview service={place.service} file={file} onSaved={actions.changed} onClose={onClose} />
      ) : (
        <div className={frame.content}>
          {read.error ? (
            <Banner tone="danger" title="This file could not be read.">
              {messageOf(read.error)}
            </Banner>
          ) : (
            <Skeleton lines={6} />
          )}
        </div>
      )}
    </EditorFrame>
  )
}

function factsOf(file: FileEntry): string {
  const parts = [
    kindWord(file),
    file.size === null ? '' : byteWords(file.size),
    file.modified === null ? '' : exactTime(new Date(file.modified)),
  ]
  return parts.filter(Boolean).join(' · ')
}
