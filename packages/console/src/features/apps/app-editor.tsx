import { appType } from '@millwright/contract/records/app'
import type { ListedService } from '@millwright/contract/wire/services'
import { useQuery } from '@tanstack/react-query'
import { hasFeature, instanceOrigin, useEnvironment } from '../../instance/environment.ts'
import { fileServicesQuery, localFileService } from '../../instance/file-services.ts'
import { webAddress } from '../../instance/web-address.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Choice, type ChoiceOption } from '../../ui/choice.tsx'
import { Stack } from '../../ui/layout.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { DeactivationWarning } from '../../widgets/charts/usage/switching-off.tsx'
import { useUsageSection } from '../../widgets/charts/usage/use-usage-section.tsx'
import type { EditorSection } from '../../widgets/form/editor-frame/editor-form.tsx'
import { NameFields } from '../../widgets/form/editor-frame/editor-parts.tsx'
import type { Editor, EditorDeclaration } from '../../widgets/form/editor-frame/use-editor.ts'
import type { FormFields } from '../../widgets/form/editor-frame/use-form.ts'
import { DeclaredPanel, type PanelOf, type PanelProps } from '../../widgets/form/panel/declared-panel.tsx'
import { RecordPicker } from '../../widgets/records/record-picker/record-picker.tsx'
import { roleSource } from '../../widgets/records/record-picker/record-source.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { ApiKeyBox, KeyLife } from './api-key-box.tsx'
import { appName } from './app-columns.tsx'
import {
  type AppDraft,
  type AppRecord,
  appEditing,
  appLabels,
  hasSameLaunchUrl,
  launchPlace,
  storedOrigin,
} from './app-draft.ts'
import { CopyLine } from './copy-line.tsx'
import { t } from './messages.ts'
import { StorageFolder, StorageSelect } from './storage-fields.tsx'

const panel: PanelOf<AppRecord, AppDraft> = {
  path: '/apps',
  words: () => ({ module: t.module, one: t.one, thing: tabWords.app }),
  nameOf: appName,
  useDeclaration() {
    const { data = [] } = useQuery(fileServicesQuery)
    return appEditing(localFileService(data)?.id ?? null, useEnds())
  },
  // The default storage of a new app must be known before the form opens.
  useReady: () => useQuery(fileServicesQuery).isFetched,
  useSections,
  saved: (record, isNew) => ({ text: (isNew ? t.created : t.updated)({ name: appName(record) }) }),
  inactiveNote: () => t.inactiveAppWarning,
}

/** The panel of one app. */
export function AppEditor(props: PanelProps) {
  return <DeclaredPanel panel={panel} {...props} />
}

/** Whether the server knows owners and ends of apps. */
const useEnds = () => hasFeature(useEnvironment(), 'key-ends')

function useSections(
  editor: Editor<AppRecord, AppDraft>,
  declaration: EditorDeclaration<AppRecord, AppDraft>,
): readonly EditorSection[] {
  const hasEnds = useEnds()
  const files = useQuery(fileServicesQuery).data ?? null
  const { draft, set, field } = editor
  const id = editor.record?.id ?? null
  const usage = useUsageSection(
    id === null ? null : { of: { app: id }, splits: ['service', 'resource', 'user', 'role'], log: [`app_id:is:${id}`] },
  )

  const content = (
    <Stack gap={4}>
      <NameFields field={field} />
      {editor.loaded ? (
        <ApiKeyBox loaded={editor.loaded} params={declaration.params} onRegenerated={editor.rebase} />
      ) : null}
      <Checkbox {...field('is_active')} help={t.inactiveAppHelp} />
      <DeactivationWarning
        collection={declaration.collection}
        ids={id !== null && editor.before.is_active && !draft.is_active ? [id] : []}
      />
      <Choice {...field('type')} options={locations()} />
      <AppPlace form={editor} record={editor.record} files={files} />
      <RecordPicker
        {...field('role_id')}
        label={t.assignDefaultRole}
        help={draft.role_id?.inactive ? t.inactiveRoleWarning : t.defaultRoleHelp}
        source={roleSource}
        placeholder={t.noRoleSelected}
        clearable
        onChange={(role) =>
          set('role_id', role && { id: role.id, label: role.label, ...(role.inactive && { inactive: true }) })
        }
      />
      {hasEnds ? <KeyLife form={editor} /> : null}
    </Stack>
  )
  return [{ id: 'app', label: tabWords.app, fields: Object.keys(appLabels), content }, ...usage]
}

/** Locations of an app; none is selected for a type unknown to this console. */
const locations = (): readonly ChoiceOption<number>[] => [
  { value: appType.none, label: t.locationNone },
  { value: appType.storage, label: t.locationStorage },
  { value: appType.path, label: t.locationWebServer },
  { value: appType.url, label: t.locationRemoteUrl },
]

interface AppPlaceProps {
  form: FormFields<AppDraft>
  /** As stored; `null` for a new app. */
  record: AppRecord | null
  /** `null` if they could not be loaded. */
  files: readonly ListedService[] | null
}

/** The fields of the chosen location, and the resulting URL. */
function AppPlace({ form, record, files }: AppPlaceProps) {
  const { draft, before, field } = form
  const environment = useEnvironment()
  const { type } = draft
  if (type === appType.url)
    return <TextField {...field('url')} required type="url" mono spellCheck={false} placeholder="https://" />
  if (type !== appType.storage && type !== appType.path) return null

  const service = files?.find(({ id }) => id === draft.storage_service_id)
  const said = record?.type === type ? storedOrigin(record) : null
  const hosted = type === appType.storage ? environment.platform?.apps_url : undefined
  const origin = hosted ?? said ?? instanceOrigin(environment)
  const launchUrl = record !== null && hasSameLaunchUrl(draft, before) ? webAddress(record.launch_url) : null
  const launch = launchUrl ?? launchPlace(draft, origin, service?.name)
  return (
    <Stack gap={4}>
      {type === appType.storage ? (
        <>
          <StorageSelect {...field('storage_service_id')} files={files} />
          <StorageFolder {...field('storage_container')} service={service} />
        </>
      ) : null}
      <TextField
        {...field('path')}
        label={type === appType.storage ? t.launchPath : t.pathToApplication}
        required={type === appType.path}
        help={t.defaultFileHelp}
        mono
        spellCheck={false}
        placeholder="index.html"
      />
      {launch === null ? null : <CopyLine label={t.launchAddress} what={t.theLaunchAddress} text={launch} />}
    </Stack>
  )
}
