import { useQueries, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import type { Loaded, RecordId } from '../../instance/collections.ts'
import { environmentQuery, hasFeature, useEnvironment } from '../../instance/environment.ts'
import { notify } from '../../notifications/notify.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { DeactivationWarning } from '../../widgets/charts/usage/switching-off.tsx'
import { useUsageSection } from '../../widgets/charts/usage/use-usage-section.tsx'
import { useActivationOffer } from '../../widgets/form/activation/use-activation-offer.ts'
import type { EditorSection } from '../../widgets/form/editor-frame/editor-form.tsx'
import { NameFields } from '../../widgets/form/editor-frame/name-fields.tsx'
import { NextSection } from '../../widgets/form/editor-frame/next-section.tsx'
import { RecordEditor } from '../../widgets/form/editor-frame/record-editor.tsx'
import { RecordForm } from '../../widgets/form/editor-frame/record-form.tsx'
import { type EditorDeclaration, useEditor } from '../../widgets/form/editor-frame/use-editor.ts'
import type { FormFields } from '../../widgets/form/editor-frame/use-form.ts'
import { LookupKeys } from '../../widgets/list/lookup-keys/lookup-keys.tsx'
import { tabWords } from '../../words/tabs/messages.ts'
import { AccessEditor } from './access-editor.tsx'
import { directoryGroupsQuery, offeredGroups } from './directory-groups.ts'
import { roleMessages } from './messages.ts'
import { t } from './opened/messages.ts'
import { draftOfRoleCopy, draftOfRoleFor, type RoleDraft, type RoleRecord, roleEditing } from './role-draft.ts'
import { RoleHolders } from './role-holders.tsx'
import styles from './roles.module.css'
import { roleName } from './roles-list.ts'

interface RoleEditorProps {
  /** `null` for a new role. */
  id: string | null
  onSaved: (id: RecordId) => void
}

/** The panel of one role; `?service=5&table=contact` starts a new one with read access to that table. */
export function RoleEditor({ id, onSaved }: RoleEditorProps) {
  const { authentication } = useEnvironment()
  const { service, table }: { service?: unknown; table?: unknown } = useSearch({ strict: false })
  const declaration = roleEditing((authentication?.adldap?.length ?? 0) > 0)
  return (
    <RecordEditor<RoleRecord>
      path="/roles"
      collection={declaration.collection}
      params={declaration.params}
      one={roleMessages.one}
      thing={t.thing}
      nameOf={roleName}
      wide
      id={id}
      onSaved={onSaved}
    >
      {({ copied, ...form }) => {
        const start = copied ? draftOfRoleCopy(copied) : draftOfRoleFor(service, table)
        return <RoleForm declaration={declaration} {...form} {...(form.loaded === null && start && { start })} />
      }}
    </RecordEditor>
  )
}

interface RoleFormProps {
  declaration: EditorDeclaration<RoleRecord, RoleDraft>
  loaded: Loaded<RoleRecord> | null
  start?: RoleDraft
  onClose: () => void
  onSaved: (id: RecordId) => void
}

function RoleForm({ declaration, loaded, start, onClose, onSaved }: RoleFormProps) {
  const offerActivation = useActivationOffer({
    collection: declaration.collection,
    module: roleMessages.module,
    consequence: t.deactivateWarning,
  })
  const editor = useEditor<RoleRecord, RoleDraft>({
    declaration,
    loaded,
    ...(start && { start }),
    onSaved: (record, isNew) => {
      notify({
        type: 'success',
        title: roleMessages.module,
        text: isNew ? t.created : t.updated,
      })
      if (isNew) offerActivation({ id: record.id ?? '', name: roleName(record), active: record.is_active })
      onSaved(record.id ?? '')
    },
  })
  const { draft, set, problem } = editor
  const id = editor.record?.id ?? null
  const usage = useUsageSection(
    id === null
      ? null
      : { of: { role: id }, splits: ['app', 'user', 'service', 'resource'], log: [`role_id:is:${id}`] },
  )
  const sections: EditorSection[] = [
    {
      id: 'basic',
      label: t.basic,
      fields: ['name', 'description', 'dn', 'is_active'],
      content: (
        <RoleBasics field={editor.field} directory={String(declaration.params.related).includes('adldap')}>
          <DeactivationWarning
            collection={declaration.collection}
            ids={id !== null && editor.before.is_active && !draft.is_active ? [id] : []}
          />
        </RoleBasics>
      ),
    },
    {
      id: 'access',
      label: t.access,
      fields: ['access'],
      content: (
        <AccessEditor
          id={editor.record?.id ?? null}
          draft={draft}
          before={editor.before}
          onChange={(change) => editor.change('access', change)}
          onActivate={() => set('is_active', true)}
        />
      ),
    },
    {
      id: 'lookup-keys',
      label: t.lookupKeys,
      fields: ['lookups'],
      content: (
        <LookupKeys
          rows={draft.lookups}
          onChange={(rows) => set('lookups', rows)}
          needsValue={false}
          showMissing={problem.fields.lookups !== undefined}
        />
      ),
    },
    ...(editor.record?.id
      ? [{ id: 'used-by', label: t.usedByTitle, fields: [], content: <RoleHolders id={editor.record.id} /> }]
      : []),
    ...usage,
  ]
  return (
    <RecordForm
      editor={editor}
      declaration={declaration}
      one={roleMessages.one}
      sections={sections}
      actions={(section, open) => <NextSection section={section} from="basic" to="access" open={open} />}
      onClose={onClose}
    />
  )
}

interface RoleBasicsProps {
  field: FormFields<RoleDraft>['field']
  /** People sign in through a directory. */
  directory: boolean
  /** Shown below the active state. */
  children: ReactNode
}

/** Name and active state of a role. */
function RoleBasics({ field, directory, children }: RoleBasicsProps) {
  return (
    <div className={styles.basics}>
      <NameFields field={field} />
      {directory ? <DirectoryNameField {...field('dn')} /> : null}
      <Checkbox {...field('is_active')} label={tabWords.active} help={t.activeHelp} />
      {children}
    </div>
  )
}

interface DirectoryNameFieldProps {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

/** The distinguished name of a group: found by typing in a directory that lists its groups, or typed completely. */
function DirectoryNameField({ value, error, onChange }: DirectoryNameFieldProps) {
  const list = useId()
  const environment = useQuery(environmentQuery).data ?? {}
  // Groups are only loaded once the field is used, not for everyone who views a role.
  const [touched, setTouched] = useState(false)
  const enabled = touched && hasFeature(environment, 'directory-groups')
  const services = environment.authentication?.adldap ?? []
  const answers = useQueries({
    queries: services.map(({ name }) => ({ ...directoryGroupsQuery(name), enabled })),
  })
  const groups = services.flatMap(({ name, label }, at) =>
    (answers[at]?.data ?? []).map((group) => ({ ...group, from: services.length > 1 ? label || name : '' })),
  )
  return (
    <>
      <TextField
        label={t.dnDistinguishedName}
        help={t.directoryGroupHelp}
        mono
        spellCheck={false}
        autoComplete="off"
        list={list}
        value={value}
        error={error}
        onChange={(typed) => {
          setTouched(true)
          onChange(typed)
        }}
      />
      <datalist id={list}>
        {offeredGroups(groups, value).map(({ dn, text }) => (
          <option key={dn} value={dn}>
            {text}
          </option>
        ))}
      </datalist>
    </>
  )
}
