import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { confirm } from '../../confirm/confirm.ts'
import { invalidateCollection, type Loaded } from '../../instance/collections.ts'
import { InstanceError } from '../../instance/instance-error.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyError } from '../../notifications/notify-refusal.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Row } from '../../ui/layout.tsx'
import room from '../../ui/room.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { useUsageSection } from '../../widgets/charts/usage/use-usage-section.tsx'
import { DetailHeader } from '../../widgets/explorer/split/detail-header.tsx'
import { DetailWaiting } from '../../widgets/explorer/split/split-parts.tsx'
import { useActivationOffer } from '../../widgets/form/activation/use-activation-offer.ts'
import { AuthorLine } from '../../widgets/form/author/author-line.tsx'
import type { EditorSection } from '../../widgets/form/editor-frame/editor-form.tsx'
import { HistoryLink } from '../../widgets/form/editor-frame/editor-parts.tsx'
import { RecordForm } from '../../widgets/form/editor-frame/record-form.tsx'
import { useForm } from '../../widgets/form/editor-frame/use-form.ts'
import { useSection } from '../../widgets/form/editor-frame/use-section.ts'
import { useManagedForm } from '../../widgets/form/managed/managed-note.tsx'
import { useDeletion } from '../../widgets/list/deletion/use-deletion.ts'
import { serviceQuery } from '../../widgets/pickers/service-select/find-services.ts'
import { LoadFailure } from '../../widgets/records/load-failure/load-failure.tsx'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { t } from './messages.ts'
import {
  checkScript,
  deleteScript,
  type OpenScript,
  openScriptQuery,
  readScript,
  type ScriptDraft,
  saveScript,
  scriptLabels,
  toScriptDraft,
} from './script-draft.ts'
import { ScriptFields } from './script-fields.tsx'
import { scriptCollection } from './script-queries.ts'
import { usageOfEvent } from './script-usage.ts'

interface ScriptViewProps {
  name: string
  /** Whether the menu is collapsed. */
  folded: boolean
  onFold: () => void
  onClose: () => void
}

/** The script of an event once it is loaded. A rejection links back to the menu; a lost connection can be retried here. */
export function ScriptView({ name, folded, onFold, onClose }: ScriptViewProps) {
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useQuery(openScriptQuery(name))
  /** Remounts the form when a script is saved again after someone deleted it. */
  const [round, setRound] = useState(0)
  const refused = error instanceof InstanceError && error.kind === 'refused'
  const leave = useEffectEvent((why: Error) => {
    notifyError(why)
    onClose()
  })
  useEffect(() => {
    if (error && refused) leave(error)
  }, [error, refused])

  if (data && isFetchedAfterMount)
    return (
      <ScriptForm
        key={round}
        loaded={data}
        folded={folded}
        onFold={onFold}
        onClose={onClose}
        onWrittenAgain={() => void refetch().then(() => setRound(round + 1))}
      />
    )
  return (
    <>
      <DetailHeader title={name} many={t.manyEvents} onBack={onClose} />
      <DetailWaiting busy={isFetching}>
        {error && !isFetching ? (
          <LoadFailure error={error} text={t.scriptFailed} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={8} />
        )}
      </DetailWaiting>
    </>
  )
}

interface ScriptFormProps {
  loaded: Loaded<OpenScript>
  folded: boolean
  onFold: () => void
  onClose: () => void
  onWrittenAgain: () => void
}

const declaration = { labels: scriptLabels, toDraft: toScriptDraft, check: checkScript }

const sectionIds = [{ id: 'script' }, { id: 'runs' }] as const

/** The form of a script, stored or draft. */
function ScriptForm({ loaded, folded, onFold, onClose, onWrittenAgain }: ScriptFormProps) {
  const { name } = loaded.record
  const queryClient = useQueryClient()
  const deletion = useDeletion(scriptCollection, t.module)
  const [deleting, setDeleting] = useState(false)
  const { section, open } = useSection(sectionIds)
  const offerActivation = useActivationOffer({
    collection: scriptCollection,
    idField: 'name',
    module: t.module,
    consequence: t.deleteWarning,
  })
  const form = useForm<OpenScript, ScriptDraft>({
    declaration,
    loaded,
    staysOpen: true,
    access: {
      write: (draft, on) => saveScript(name, draft, on),
      read: () => readScript(name),
      outdate: () => void invalidateCollection(queryClient, scriptCollection),
    },
    onSaved: (script) => {
      const isNew = loaded.record.stored === null
      notify({ type: 'success', title: t.module, text: t.saved({ name }) })
      if (isNew)
        offerActivation({
          id: name,
          name,
          active: script.stored?.is_active,
          onActivated: async () => form.follow(await readScript(name), (draft) => ({ ...draft, is_active: true })),
        })
    },
    onDone: (_script, again) => {
      if (again) onWrittenAgain()
    },
  })
  const stored = form.record?.stored ?? null

  const remove = async () => {
    const sure = await confirm({
      title: t.deleteOne({ name }),
      text: t.deactivateWarning,
      action: t.deleteScript,
      danger: true,
    })
    if (!sure) return
    setDeleting(true)
    try {
      await deleteScript(name)
      form.letGo()
      const action = deletion.undo([name])
      notify({ type: 'success', title: t.module, text: t.deleted, action })
      if (form.isOpen()) onClose()
      await invalidateCollection(queryClient, scriptCollection)
    } catch (error) {
      notifyError(error)
    } finally {
      setDeleting(false)
    }
  }

  const usage = useUsageSection(usageOfEvent(name))
  const { block, below } = useManagedForm({
    collection: scriptCollection,
    name: stored === null ? null : name,
    inset: true,
  })
  const sections: EditorSection[] = [
    {
      id: 'script',
      label: tabWords.script,
      fields: Object.keys(scriptLabels),
      fills: true,
      content: (
        <>
          <AuthorLine collection={scriptCollection} id={stored === null ? null : name} what="script" />
          <ScriptFields
            name={name}
            form={form}
            stored={stored !== null}
            beside={section === 'runs' ? 'runs' : 'trial'}
            onBeside={(which) => open(which === 'runs' ? 'runs' : 'script')}
          />
        </>
      ),
    },
  ]
  sections.push(...usage)
  return (
    <>
      <DetailHeader title={name} many={t.manyEvents} onBack={onClose}>
        {stored === null ? (
          <Badge>{t.draft}</Badge>
        ) : stored.is_active ? (
          <Badge tone="success">{tabWords.active}</Badge>
        ) : (
          <Badge>{t.notActive}</Badge>
        )}
        <ServiceState event={name} />
        {stored === null ? null : <HistoryLink collection={scriptCollection} id={name} />}
        <Row as="span" className={room.from768}>
          <IconButton
            label={folded ? t.showTheMenu : t.hideTheMenu}
            size="small"
            icon={folded ? <IconLayoutSidebarLeftExpand /> : <IconLayoutSidebarLeftCollapse />}
            onClick={onFold}
          />
        </Row>
        <Button
          size="small"
          variant="quiet"
          icon={<IconTrash />}
          loading={deleting}
          disabledReason={stored === null ? t.nothingToDelete : block}
          onClick={() => void remove()}
        >
          {tabWords.delete}
        </Button>
      </DetailHeader>
      {below(
        <RecordForm
          editor={form}
          declaration={declaration}
          one={t.oneScript}
          sections={sections}
          cancelLabel={commonWords.close}
          onClose={onClose}
        />,
      )}
    </>
  )
}

/** Marks an event whose service is inactive, so that the event never occurs. Renders nothing if that is unknown. */
function ServiceState({ event }: { event: string }) {
  const name = event.split('.')[0] ?? ''
  const { data: service } = useQuery(serviceQuery(name))
  if (!service?.inactive) return null
  return (
    <Tooltip text={t.inactiveServiceNote}>
      <span>
        <Badge tone="warning">{t.serviceInactive}</Badge>
      </span>
    </Tooltip>
  )
}
