import { IconTrash } from '@tabler/icons-react'
import { confirm } from '../../../confirm/confirm.ts'
import { type Loaded, removeRecord } from '../../../instance/collections.ts'
import { type NotificationAction, notify } from '../../../notifications/notify.ts'
import { Button } from '../../../ui/button.tsx'
import { DetailHeader } from '../../../widgets/explorer/split/detail-header.tsx'
import type { Draft } from '../../../widgets/form/editor-frame/draft.ts'
import { HistoryLink } from '../../../widgets/form/editor-frame/editor-parts.tsx'
import { RecordForm } from '../../../widgets/form/editor-frame/record-form.tsx'
import { useEditor } from '../../../widgets/form/editor-frame/use-editor.ts'
import { useManagedForm } from '../../../widgets/form/managed/managed-note.tsx'
import { useDeletion } from '../../../widgets/list/deletion/use-deletion.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from '../messages.ts'
import type { EntryKind, EntryRecord } from './entry-kind.ts'

interface EntryFormProps<D extends Draft> {
  kind: EntryKind<D>
  /** `null` for an entry that is not stored yet. */
  loaded: Loaded<EntryRecord> | null
  onSaved: (record: EntryRecord) => void
  onRemoved: () => void
  /** Reads the entries again after a deletion, also one that failed or whose response was lost. */
  reread: () => void
  onClose: () => void
}

/** The form of one entry, with its name and a button to delete it. */
export function EntryForm<D extends Draft>({ kind, loaded, onSaved, onRemoved, reread, onClose }: EntryFormProps<D>) {
  const { messages } = kind
  const stored = loaded?.record ?? null
  const declaration = kind.editing(stored)
  const deletion = useDeletion(kind.collection, messages.module)
  const done = (text: string, action?: NotificationAction) =>
    notify({ type: 'success', title: messages.module, text, action })
  const editor = useEditor<EntryRecord, D>({
    declaration: {
      ...declaration,
      notice: (_found, draft, isNew) => {
        const notice = kind.notice(draft, isNew)
        return notice && { ...notice, title: messages.module }
      },
    },
    loaded,
    staysOpen: true,
    onSaved: (_record, isNew) => done(isNew ? messages.created : messages.updated),
    onDone: onSaved,
  })
  const name = String(editor.before[kind.nameField])
  const storedId = editor.record?.id
  const { block, below } = useManagedForm({
    collection: kind.collection,
    name: editor.isNew ? null : name,
    inset: true,
  })

  const remove = async () => {
    const { record } = editor
    const ids = record?.id === undefined ? [] : [record.id]
    const go = await confirm({
      title: t.deleteQuestion({ name }),
      body: ids.length > 0 ? (await deletion.look({ ids }))?.body : null,
      action: t.deleteEntry({ one: kind.one }),
      danger: true,
      ...(record && { run: () => removeRecord(kind.collection, record.id ?? '', { fields: '*' }).finally(reread) }),
    })
    if (!go) return
    editor.letGo()
    done(messages.deleted, deletion.undo(ids))
    onRemoved()
  }

  return (
    <>
      <DetailHeader title={name || t.unnamed} many={kind.many} onBack={onClose}>
        {storedId === undefined ? null : <HistoryLink collection={kind.collection} id={String(storedId)} />}
        <Button size="small" variant="quiet" icon={<IconTrash />} disabledReason={block} onClick={() => void remove()}>
          {tabWords.delete}
        </Button>
      </DetailHeader>
      {below(
        <RecordForm
          editor={editor}
          declaration={declaration}
          one={kind.one}
          sections={kind.sections({ form: editor, stored: editor.record })}
          saveLabel={editor.isNew ? tabWords.save : t.update}
          onClose={onClose}
        />,
      )}
    </>
  )
}
