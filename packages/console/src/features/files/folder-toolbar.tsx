import {
  IconClipboard,
  IconCopy,
  IconDots,
  IconDownload,
  IconFilePlus,
  IconFiles,
  IconFileZip,
  IconFolderPlus,
  IconFolderShare,
  IconFolderUp,
  IconPlus,
  IconRefresh,
  IconTrash,
  IconUpload,
  IconWorldDownload,
  IconX,
} from '@tabler/icons-react'
import type { FileEntry } from '../../instance/folder-listing.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Space } from '../../ui/layout.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Text } from '../../ui/text.tsx'
import { ListSearchBox } from '../../widgets/explorer/split/list-search-box.tsx'
import list from '../../widgets/list/record-list/record-list.module.css'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import styles from './files.module.css'
import { filesMessages } from './messages.ts'
import { type EntrySelection, nothingChosen } from './shown-entries.ts'
import type { Clipboard, EntryActions } from './use-entry-actions.tsx'
import type { UploadActions } from './use-upload.tsx'

interface FolderToolbarProps {
  selection: EntrySelection
  chosen: readonly FileEntry[]
  find: string
  actions: EntryActions
  upload: UploadActions
  clipboard: Clipboard | null
  refreshing: boolean
  onFind: (text: string) => void
  /** Moves the focus to the entries. */
  onDown: () => void
  /** Opens the first match. */
  onEnter: () => void
  onRefresh: () => void
  onSelection: (selection: EntrySelection) => void
}

/** The toolbar of the folder or, while entries are selected, of the selection. */
export function FolderToolbar(props: FolderToolbarProps) {
  return props.chosen.length > 0 ? <ChosenBar {...props} /> : <Tools {...props} />
}

function Tools({ find, actions, upload, clipboard, refreshing, ...on }: FolderToolbarProps) {
  const { onFind, onRefresh, onDown, onEnter } = on
  const block = { disabledReason: actions.writeBlock }
  return (
    <div className={list.toolbar}>
      <div className={classNames(list.search, styles.find)}>
        <ListSearchBox
          label={filesMessages.findInFolder}
          text={find}
          onChange={onFind}
          onDown={onDown}
          onEnter={onEnter}
        />
      </div>
      <IconButton label={tabWords.refresh} icon={<IconRefresh />} loading={refreshing} onClick={onRefresh} />
      <Space />
      {clipboard ? (
        <Button icon={<IconClipboard />} {...block} onClick={actions.paste}>
          {filesMessages.paste({ count: clipboard.entries.length })}
        </Button>
      ) : null}
      <Menu
        label={filesMessages.more}
        align="end"
        trigger={(trigger) => (
          <IconButton {...trigger} label={filesMessages.more} icon={<IconDots />} variant="default" />
        )}
        items={[
          {
            label: filesMessages.downloadFolderZip,
            icon: <IconDownload />,
            onSelect: () => actions.download([]),
          },
          {
            label: filesMessages.uploadZipDots,
            icon: <IconFileZip />,
            ...block,
            onSelect: () => actions.setDialog({ kind: 'unpack' }),
          },
          {
            label: filesMessages.fetchDots,
            icon: <IconWorldDownload />,
            ...block,
            onSelect: () => actions.setDialog({ kind: 'from-address' }),
          },
        ]}
      />
      <Menu
        label={filesMessages.new}
        align="end"
        trigger={(trigger) => (
          <Button {...trigger} {...block} icon={<IconPlus />}>
            {filesMessages.new}
          </Button>
        )}
        items={[
          {
            label: filesMessages.folderDots,
            icon: <IconFolderPlus />,
            ...block,
            onSelect: () => actions.setDialog({ kind: 'new-folder' }),
          },
          {
            label: filesMessages.textFile,
            icon: <IconFilePlus />,
            ...block,
            onSelect: () => actions.setDialog({ kind: 'new-file' }),
          },
        ]}
      />
      <Menu
        label={filesMessages.upload}
        align="end"
        trigger={(trigger) => (
          <Button {...trigger} {...block} variant="primary" icon={<IconUpload />}>
            {filesMessages.upload}
          </Button>
        )}
        items={[
          { label: filesMessages.files, icon: <IconFiles />, ...block, onSelect: upload.chooseFiles },
          { label: filesMessages.aFolder, icon: <IconFolderUp />, ...block, onSelect: upload.chooseFolder },
        ]}
      />
    </div>
  )
}

function ChosenBar({ chosen, actions, onSelection }: FolderToolbarProps) {
  const block = { disabledReason: actions.writeBlock }
  return (
    <section className={list.selectionBar} aria-label={filesMessages.selection}>
      <IconButton label={filesMessages.clearSelection} icon={<IconX />} onClick={() => onSelection(nothingChosen)} />
      <Text tone="default" weight="strong" tabular role="status">
        {filesMessages.selected({ count: chosen.length })}
      </Text>
      <Space />
      <span className={styles.wideOnly}>
        <Button icon={<IconDownload />} onClick={() => actions.download(chosen)}>
          {filesMessages.downloadIt}
        </Button>
      </span>
      <span className={styles.wideOnly}>
        <Button
          icon={<IconFolderShare />}
          {...block}
          onClick={() => actions.setDialog({ kind: 'place', entries: chosen, move: true })}
        >
          {filesMessages.move}
        </Button>
      </span>
      <span className={styles.wideOnly}>
        <Button
          icon={<IconCopy />}
          {...block}
          onClick={() => actions.setDialog({ kind: 'place', entries: chosen, move: false })}
        >
          {commonWords.copy}
        </Button>
      </span>
      <Button variant="danger" icon={<IconTrash />} {...block} onClick={() => actions.remove(chosen)}>
        {tabWords.delete}
      </Button>
      <Menu
        label={filesMessages.moreActions}
        align="end"
        trigger={(trigger) => (
          <IconButton {...trigger} label={filesMessages.moreActions} icon={<IconDots />} variant="default" />
        )}
        items={actions.entriesOf(chosen)}
      />
    </section>
  )
}
