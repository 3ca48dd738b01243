import { type CustomApiStatus, customApiStatuses } from '@millwright/contract/records/custom-api'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { confirm } from '../../../confirm/confirm.ts'
import { invalidateCollection, type Loaded, removeRecord } from '../../../instance/collections.ts'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { notify } from '../../../notifications/notify.ts'
import { Button } from '../../../ui/button.tsx'
import { Pair, Stack } from '../../../ui/layout.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { LoadedRecord } from '../../../widgets/form/editor-frame/loaded-record.tsx'
import { RecordForm } from '../../../widgets/form/editor-frame/record-form.tsx'
import { type EditorDeclaration, useEditor } from '../../../widgets/form/editor-frame/use-editor.ts'
import { commonWords } from '../../../words/messages.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { apiAddress } from '../api-address.ts'
import { type ApiRecord, apiCollection, apiName, basePathOf } from '../api-queries.ts'
import styles from '../custom-apis.module.css'
import { t } from '../messages.ts'

/** Names, path, status and sunset of an API; and its deletion. */
export function SettingsPane({ api }: { api: ApiRecord }) {
  const navigate = useNavigate()
  const close = () => void navigate({ to: apiAddress.list, search: {} })
  return (
    <div className={styles.settings}>
      <LoadedRecord<ApiRecord>
        collection={apiCollection}
        id={String(api.id)}
        params={apiEditing.params}
        one={t.oneApi}
        onClose={close}
      >
        {(loaded) => <SettingsForm loaded={loaded} onClose={close} />}
      </LoadedRecord>
    </div>
  )
}

const statusWords = {
  draft: t.draft,
  published: t.published,
  archived: t.archived,
}

function SettingsForm({ loaded, onClose }: { loaded: Loaded<ApiRecord>; onClose: () => void }) {
  const queryClient = useQueryClient()
  const writeBlock = useWriteBlock()
  const editor = useEditor<ApiRecord, ApiDraft>({
    declaration: apiEditing,
    loaded,
    staysOpen: true,
    onSaved: () => {
      notify({ type: 'success', title: t.module, text: t.apiSaved })
      void invalidateCollection(queryClient, 'system/service')
    },
  })
  const { field, record } = editor
  const remove = async () => {
    const id = record?.id
    if (id === undefined) return
    const sure = await confirm({
      title: t.deleteApi({ name: apiName(record ?? {}) }),
      text: t.deleteApiHelp,
      action: t.deleteIt,
      danger: true,
      run: () => removeRecord(apiCollection, id),
    })
    if (!sure) return
    editor.letGo()
    onClose()
    await invalidateCollection(queryClient, apiCollection)
    await invalidateCollection(queryClient, 'system/service')
  }
  const content = (
    <Stack gap={4}>
      <Pair>
        <TextField {...field('name')} required maxLength={64} />
        <TextField {...field('label')} maxLength={80} />
      </Pair>
      <Pair>
        <TextField {...field('base_path')} required mono spellCheck={false} maxLength={40} help={t.basePathHelp} />
        <TextField {...field('version')} mono maxLength={32} />
      </Pair>
      <Pair>
        <SelectField
          {...field('status')}
          help={t.statusHelp}
          options={customApiStatuses.map((value) => ({ value, label: statusWords[value] }))}
        />
        <TextField {...field('sunset')} placeholder="2030-01-31" maxLength={10} help={t.sunsetHelp} />
      </Pair>
      <TextArea {...field('description')} rows={3} />
    </Stack>
  )
  return (
    <RecordForm
      editor={editor}
      declaration={apiEditing}
      one={t.oneApi}
      sections={[{ id: 'settings', label: t.settings, fields: Object.keys(apiEditing.labels), content }]}
      cancelLabel={commonWords.close}
      actions={() => (
        <Button variant="quiet" icon={<IconTrash />} disabledReason={writeBlock} onClick={() => void remove()}>
          {tabWords.delete}
        </Button>
      )}
      onClose={onClose}
    />
  )
}

/** The form values of an API. */
type ApiDraft = {
  readonly name: string
  readonly label: string
  readonly base_path: string
  readonly version: string
  readonly status: CustomApiStatus
  readonly sunset: string
  readonly description: string
}

const labels = {
  name: tabWords.name,
  label: t.label,
  base_path: t.basePath,
  version: t.version,
  status: t.status,
  sunset: t.sunset,
  description: tabWords.description,
} as const satisfies { readonly [K in keyof ApiDraft]: string }

/** Editor declaration of APIs. */
const apiEditing: EditorDeclaration<ApiRecord, ApiDraft> = {
  collection: apiCollection,
  params: { fields: '*' },
  labels,
  toDraft: (record) => ({
    name: record?.name ?? '',
    label: record?.label ?? '',
    base_path: basePathOf(record ?? {}),
    version: record?.version ?? '0.1.0',
    status: record?.status ?? 'draft',
    sunset: record?.sunset ?? '',
    description: record?.description ?? '',
  }),
  toCreate: (draft) => draft,
  toUpdate: (draft, record) => {
    const { status, base_path, ...rest } = draft
    return {
      ...rest,
      label: emptyAsNull(draft.label),
      sunset: emptyAsNull(draft.sunset),
      description: emptyAsNull(draft.description),
      // Saving the status again would publish, saving the path would rename the service.
      ...(status !== record.status && { status }),
      ...(base_path !== basePathOf(record) && { base_path }),
    }
  },
  check: ({ name, base_path }) => {
    const fields = {
      ...(name.trim() === '' && { name: t.nameMissing }),
      ...(base_path.trim() === '' && { base_path: t.basePathMissing }),
    }
    return Object.keys(fields).length === 0 ? null : { fields, general: [] }
  },
}

function emptyAsNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}
