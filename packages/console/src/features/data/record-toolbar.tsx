import { IconColumns3, IconDots, IconFilter, IconPlus, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef, useSyncExternalStore } from 'react'
import { groupServicesQuery } from '../../instance/group-services.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Row, Space } from '../../ui/layout.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { GridModel } from '../../widgets/grid/grid-model.ts'
import { SearchBox } from '../../widgets/list/record-list/search-box.tsx'
import { useOpenTabs } from '../../widgets/records/open-tabs/open-tabs.ts'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import styles from './data.module.css'
import { labelOf } from './field-kind.ts'
import { dataMessages } from './messages.ts'
import { RecordWork } from './record-work.tsx'
import type { RecordActions } from './use-record-actions.ts'
import type { TablePlace, WireField } from './wire-table.ts'

interface RecordToolbarProps {
  place: TablePlace
  model: GridModel
  actions: RecordActions
  /** The search box; `null` if the table has no text fields. */
  search: ReactNode
  filtering: boolean
  onFilter: () => void
  onDialog: (name: DialogName) => void
  onCreate: () => void
  onAddRow: () => void
}

/** The actions for the records of a table. */
export function RecordToolbar({ place, model, actions, ...props }: RecordToolbarProps) {
  const giveAccess = useGrantAccess(place)
  const { drafts } = model
  const writeBlock = useWriteBlock()
  const unsaved = useSyncExternalStore(drafts.changed.subscribe, () => drafts.size)
  return (
    <Row gap={2} wrap className={styles.toolbar} role="toolbar" aria-label={dataMessages.records}>
      {props.search}
      <Button icon={<IconFilter />} aria-pressed={props.filtering} onClick={props.onFilter}>
        {dataMessages.filters}
      </Button>
      <Button icon={<IconColumns3 />} aria-haspopup="dialog" onClick={() => props.onDialog('columns')}>
        {dataMessages.fields}
      </Button>
      <IconButton label={tabWords.refresh} icon={<IconRefresh />} onClick={() => void actions.refresh()} />
      <Space />
      <RecordWork model={model} actions={actions} />
      <Button
        variant={unsaved > 0 ? 'default' : 'primary'}
        icon={<IconPlus />}
        disabledReason={writeBlock}
        onClick={props.onCreate}
      >
        {commonWords.create}
      </Button>
      <Menu
        label={dataMessages.more}
        align="end"
        trigger={(trigger) => (
          <IconButton {...trigger} label={dataMessages.more} icon={<IconDots />} variant="default" />
        )}
        items={[
          { label: dataMessages.addGridRow, disabledReason: writeBlock, onSelect: props.onAddRow },
          { kind: 'separator', id: 'files' },
          { label: dataMessages.import, disabledReason: writeBlock, onSelect: () => props.onDialog('import') },
          { label: dataMessages.exportAsk, onSelect: () => props.onDialog('export') },
          ...(giveAccess ? [{ label: dataMessages.giveAccess, disabledReason: writeBlock, onSelect: giveAccess }] : []),
          { kind: 'separator', id: 'help' },
          { label: dataMessages.keys, onSelect: () => props.onDialog('keys') },
        ]}
      />
    </Row>
  )
}

/** Returns a function that creates a role with read access to the table; `null` for people who cannot create roles. */
function useGrantAccess({ service, table }: TablePlace): (() => void) | null {
  const navigate = useNavigate()
  const mayMakeRoles = useOpenTabs().some(({ path }) => path === '/roles')
  const id = useQuery(groupServicesQuery('database')).data?.find(({ name }) => name === service)?.id
  if (!mayMakeRoles || id === undefined) return null
  return () => void navigate({ to: '/roles/$id', params: { id: 'new' }, search: { service: id, table } })
}

/** The dialogs over the records of a table. */
export type DialogName = 'columns' | 'import' | 'export' | 'keys'

interface RecordSearchProps {
  /** The searched fields; at least one. */
  fields: readonly WireField[]
  value: string
  onSearch: (text: string) => void
  onDown: () => void
}

/** Searches records by their text fields, and names these. */
export function RecordSearchBox({ fields, ...box }: RecordSearchProps) {
  const input = useRef<HTMLInputElement>(null)
  const [first, second, ...more] = fields.map(labelOf)
  const some = [first, ...(second === undefined ? [] : [more.length === 0 ? second : `${second}, …`])].join(', ')
  return (
    <div className={styles.search} title={dataMessages.searchesFieldsHelp({ fields: fields.map(labelOf).join(', ') })}>
      <SearchBox
        {...box}
        label={dataMessages.searchRecords}
        placeholder={dataMessages.searchInFields({ fields: some })}
        delay={400}
        inputRef={input}
      />
    </div>
  )
}
