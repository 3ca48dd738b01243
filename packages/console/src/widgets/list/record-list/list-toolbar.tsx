import {
  IconColumns3,
  IconDownload,
  IconFilterPlus,
  IconLayoutList,
  IconPlus,
  IconRefresh,
  IconUpload,
} from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Space } from '../../../ui/layout.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { MenuEntry } from '../../../ui/menu-entry.ts'
import room from '../../../ui/room.module.css'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from './messages.ts'
import styles from './record-list.module.css'
import { SearchBox } from './search-box.tsx'

interface ListToolbarProps {
  searchLabel: string
  searchText: string
  searchRef: RefObject<HTMLInputElement | null>
  fetching: boolean
  chips: ReactNode
  viewName: string | null
  views: readonly MenuEntry[]
  columns: readonly MenuEntry[]
  createLabel: string | null
  onSearch: (text: string) => void
  onDown: () => void
  onAddFilter: () => void
  onRefresh: () => void
  /** `null` if the list cannot be exported. */
  onExport: (() => void) | null
  /** `null` if the list cannot be imported. */
  onImport: (() => void) | null
  onCreate: () => void
}

export function ListToolbar(props: ListToolbarProps) {
  const writeBlock = useWriteBlock()
  return (
    <div className={styles.toolbar}>
      <div className={styles.search}>
        <SearchBox
          label={props.searchLabel}
          value={props.searchText}
          onSearch={props.onSearch}
          onDown={props.onDown}
          inputRef={props.searchRef}
        />
      </div>
      <Button variant="quiet" icon={<IconFilterPlus />} onClick={props.onAddFilter}>
        {t.filter}
      </Button>
      {props.chips}
      <Space />
      <Menu
        label={t.views}
        align="end"
        items={props.views}
        trigger={(trigger) => (
          <Button {...trigger} variant="quiet" icon={<IconLayoutList />}>
            {props.viewName ?? t.views}
          </Button>
        )}
      />
      <Menu
        label={t.columns}
        align="end"
        items={props.columns}
        trigger={(trigger) => <IconButton {...trigger} label={t.columns} icon={<IconColumns3 />} />}
      />
      <IconButton label={tabWords.refresh} icon={<IconRefresh />} loading={props.fetching} onClick={props.onRefresh} />
      {props.onImport ? (
        <IconButton label={t.import} icon={<IconUpload />} disabledReason={writeBlock} onClick={props.onImport} />
      ) : null}
      {props.onExport ? <IconButton label={t.export} icon={<IconDownload />} onClick={props.onExport} /> : null}
      {props.createLabel ? (
        // The views above the list have the same on a small screen.
        <span className={room.from640}>
          <Button variant="primary" icon={<IconPlus />} disabledReason={writeBlock} onClick={props.onCreate}>
            {props.createLabel}
          </Button>
        </span>
      ) : null}
    </div>
  )
}
