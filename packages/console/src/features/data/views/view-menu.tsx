import type { DataViewRecord } from '@millwright/contract/records/data-view'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { confirm } from '../../../confirm/confirm.ts'
import { useUser } from '../../../instance/browser-session.ts'
import { createRecord, removeRecord, updateRecord } from '../../../instance/collections.ts'
import { groupServicesQuery } from '../../../instance/group-services.ts'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import type { StoredSession } from '../../../instance/session.ts'
import { isFullAdmin } from '../../../instance/session.ts'
import { notify } from '../../../notifications/notify.ts'
import { notifyError } from '../../../notifications/notify-refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { MenuEntry } from '../../../ui/menu-entry.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { type DataSearch, dataAddress, readDataSearch } from '../data-address.ts'
import { dataMessages } from '../messages.ts'
import type { TablePlace } from '../wire-table.ts'
import {
  isChanged,
  type NamedView,
  queryOf,
  ViewDialog,
  viewCollection,
  viewSearch,
  viewsQuery,
} from './view-dialog.tsx'

/** The data views of a table: opens them, and saves the current query as one. */
export function ViewMenu({ place }: { place: TablePlace }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const user = useUser()
  const writeBlock = useWriteBlock()
  const search = readDataSearch(useSearch({ strict: false }))
  const [dialog, setDialog] = useState<'create' | 'rename' | null>(null)
  const { data: views } = useQuery(viewsQuery(place))
  const services = useQuery(groupServicesQuery('database')).data
  const serviceId = services?.find(({ name }) => name === place.service)?.id
  if (!views || serviceId === undefined) return null

  const current = views.find(({ id }) => String(id) === search.view) ?? null
  const changed = current !== null && isChanged(current, search)
  const goTo = (next: DataSearch) =>
    void navigate({ to: dataAddress(place.service, place.table), search: { ...next }, resetScroll: false })
  const tell = (text: string) => {
    notify({ type: 'success', title: dataMessages.module, text })
    return client.invalidateQueries({ queryKey: viewsQuery(place).queryKey })
  }
  const change = async (view: DataViewRecord, changes: object, text: string) => {
    const base = { record: view, etag: null }
    await updateRecord({ collection: viewCollection, id: view.id, changes, params: { fields: '*' }, base })
    await tell(text)
  }
  const changeNow = (view: DataViewRecord, changes: object, text: string) =>
    void change(view, changes, text).catch((error) => {
      notifyError(error)
      return client.invalidateQueries({ queryKey: viewsQuery(place).queryKey })
    })
  const create = async ({ name, shared }: NamedView) => {
    const draft = { service_id: serviceId, table: place.table, name, shared, ...queryOf(search) }
    const { record } = await createRecord<DataViewRecord>(viewCollection, draft, { fields: '*' })
    setDialog(null)
    await tell(dataMessages.viewSaved)
    goTo({ ...search, view: String(record.id) })
  }
  const remove = async (view: DataViewRecord) => {
    const done = await confirm({
      title: dataMessages.deleteTheView({ name: view.name }),
      ...(view.shared && { text: dataMessages.sharedViewWarning }),
      action: dataMessages.deleteView,
      danger: true,
      run: () => removeRecord(viewCollection, view.id),
    })
    if (!done) return
    await tell(dataMessages.viewDeleted)
    const { view: _gone, ...rest } = search
    goTo(rest)
  }

  const own: readonly MenuEntry[] =
    current === null || !mayChange(current, user)
      ? []
      : [
          {
            label: dataMessages.saveChanges,
            disabledReason: writeBlock ?? (!changed && dataMessages.nothingWasChanged),
            onSelect: () => changeNow(current, queryOf(search), dataMessages.viewSaved),
          },
          { label: dataMessages.rename, disabledReason: writeBlock, onSelect: () => setDialog('rename') },
          {
            label: current.shared ? dataMessages.stopSharing : dataMessages.shareWithColleagues,
            disabledReason: writeBlock,
            onSelect: () => {
              const text = current.shared ? dataMessages.viewUnshared : dataMessages.viewShared
              changeNow(current, { shared: !current.shared }, text)
            },
          },
          {
            label: dataMessages.deleteAsk,
            danger: true,
            disabledReason: writeBlock,
            onSelect: () => void remove(current),
          },
        ]
  return (
    <>
      <Menu
        label={dataMessages.views}
        trigger={(trigger) => (
          <Button {...trigger} variant="quiet" iconAfter={<IconChevronDown />}>
            {current === null
              ? dataMessages.views
              : changed
                ? dataMessages.changedView({ name: current.name })
                : current.name}
          </Button>
        )}
        items={[
          {
            kind: 'check',
            label: dataMessages.allRecords,
            checked: isPlain(search),
            closes: true,
            onChange: () => goTo({}),
          },
          ...entriesOf(
            dataMessages.mine,
            views.filter((view) => isOwn(view, user)),
          ),
          ...entriesOf(
            dataMessages.sharedWithMe,
            views.filter((view) => !isOwn(view, user)),
          ),
          { kind: 'separator', id: 'changes' },
          { label: dataMessages.saveViewDots, disabledReason: writeBlock, onSelect: () => setDialog('create') },
          ...own,
        ]}
      />
      {dialog === 'create' ? (
        <ViewDialog
          place={place}
          title={dataMessages.saveView}
          action={dataMessages.saveView}
          before={{ name: '', shared: false }}
          onSave={create}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog === 'rename' && current !== null ? (
        <ViewDialog
          place={place}
          title={dataMessages.renameView({ name: current.name })}
          action={tabWords.save}
          before={current}
          onSave={async (named) => {
            await change(current, named, dataMessages.viewSaved)
            setDialog(null)
          }}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </>
  )

  function entriesOf(heading: string, some: readonly DataViewRecord[]): readonly MenuEntry[] {
    if (some.length === 0) return []
    return [
      { kind: 'heading', label: heading },
      ...some.map((view): MenuEntry => {
        const label = isOwn(view, user) || !view.owner ? view.name : `${view.name} (${view.owner})`
        return {
          kind: 'check',
          label,
          checked: view.id === current?.id,
          closes: true,
          onChange: () => goTo(viewSearch(view)),
        }
      }),
    ]
  }
}

const isOwn = (view: DataViewRecord, user: StoredSession | null) => user !== null && view.owner_id === user.id

/** Whether the user owns the view, or is an unrestricted administrator. */
function mayChange(view: DataViewRecord, user: StoredSession | null): boolean {
  return isOwn(view, user) || isFullAdmin(user)
}

function isPlain({ filter, order, columns, view, search }: DataSearch): boolean {
  return [filter, order, columns, view, search].every((part) => part === undefined)
}
