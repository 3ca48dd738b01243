import type { Loaded } from '../../instance/collections.ts'
import type { ListedService } from '../../instance/service-list.ts'
import { notify } from '../../notifications/notify.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Stack } from '../../ui/layout.tsx'
import { NameFields } from '../../widgets/editor-frame/name-fields.tsx'
import { RecordForm } from '../../widgets/editor-frame/record-form.tsx'
import { type EditorDeclaration, useEditor } from '../../widgets/editor-frame/use-editor.ts'
import type { RecordId } from '../../widgets/record-list/declaration.ts'
import { RecordPicker } from '../../widgets/record-picker/record-picker.tsx'
import { roleSource } from '../../widgets/record-picker/record-source.ts'
import { ApiKeyBox } from './api-key-box.tsx'
import { appName } from './app-columns.tsx'
import { type AppDraft, type AppRecord, appLabels } from './app-draft.ts'
import { AppLocation } from './app-location.tsx'
import { AppPlace } from './app-place.tsx'
import { appMessages } from './messages.ts'

interface AppFormProps {
  declaration: EditorDeclaration<AppRecord, AppDraft>
  /** Null when they could not be read. */
  files: readonly ListedService[] | null
  loaded: Loaded<AppRecord> | null
  start?: AppDraft
  onClose: () => void
  onSaved: (id: RecordId) => void
}

export function AppForm({ declaration, files, loaded, start, onClose, onSaved }: AppFormProps) {
  const editor = useEditor<AppRecord, AppDraft>({
    declaration,
    loaded,
    ...(start && { start }),
    onSaved: (record, isNew) => {
      const name = appName(record)
      notify({
        type: 'success',
        title: appMessages.module,
        text: isNew ? appMessages.created(name) : appMessages.updated(name),
      })
      onSaved(record.id ?? '')
    },
  })
  const { draft, set, problem, field } = editor

  const content = (
    <Stack gap={4}>
      <NameFields field={field} />
      {editor.loaded ? (
        <ApiKeyBox loaded={editor.loaded} params={declaration.params} onRegenerated={editor.rebase} />
      ) : null}
      <Checkbox {...field('is_active')} help="Requests with the key of an inactive app are rejected." />
      <AppLocation type={draft.type} error={problem.fields.type} onChange={(type) => set('type', type)} />
      <AppPlace form={editor} record={editor.record} files={files} />
      <RecordPicker
        {...field('role_id')}
        label="Assign a Default Role"
        help={
          draft.role_id?.inactive
            ? 'This role is inactive: requests with only the API key are rejected until it is activated.'
            : 'What requests with only the API key, and no signed-in user, may do.'
        }
        source={roleSource}
        placeholder="-- No Role Selected --"
        clearable
        onChange={(role) =>
          set('role_id', role && { id: role.id, label: role.label, ...(role.inactive && { inactive: true }) })
        }
      />
    </Stack>
  )
  return (
    <RecordForm
      editor={editor}
      declaration={declaration}
      one="app"
      sections={[{ id: 'app', label: 'App', fields: Object.keys(appLabels), content }]}
      onClose={onClose}
    />
  )
}
