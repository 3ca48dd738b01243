import { useQueries, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { environmentQuery, hasFeature, useEnvironment } from '../../instance/environment.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { DeactivationWarning } from '../../widgets/charts/usage/switching-off.tsx'
import { useUsageSection } from '../../widgets/charts/usage/use-usage-section.tsx'
import type { EditorSection } from '../../widgets/form/editor-frame/editor-form.tsx'
import { NameFields, NextSection } from '../../widgets/form/editor-frame/editor-parts.tsx'
import type { Editor, EditorDeclaration } from '../../widgets/form/editor-frame/use-editor.ts'
import type { FormFields } from '../../widgets/form/editor-frame/use-form.ts'
import {
  DeclaredPanel,
  type NewRecordProps,
  type PanelOf,
  type PanelProps,
} from '../../widgets/form/panel/declared-panel.tsx'
import { LookupKeys } from '../../widgets/list/lookup-keys/lookup-keys.tsx'
import { tabWords } from '../../words/tabs/messages.ts'
import { AccessEditor } from './access-editor.tsx'
import { roleMessages } from './messages.ts'
import { t } from './opened/messages.ts'
import {
  directoryGroupsQuery,
  draftOfRoleFor,
  offeredGroups,
  type RoleDraft,
  type RoleRecord,
  roleEditing,
} from './role-draft.ts'
import { RoleHolders } from './role-holders.tsx'
import styles from './roles.module.css'
import { roleName } from './roles-list.ts'

const panel: PanelOf<RoleRecord, RoleDraft> = {
  path: '/roles',
  wide: true,
  words: () => ({ module: roleMessages.module, one: roleMessages.one, thing: t.thing }),
  nameOf: roleName,
  useDeclaration: () => roleEditing(useDirectory()),
  NewRecord: NewRole,
  useSections,
  actions: (section, open) => <NextSection section={section} from="basic" to="access" open={open} />,
  saved: (_record, isNew) => ({ text: isNew ? t.created : t.updated }),
  inactiveNote: () => t.deactivateWarning,
}

/** The panel of one role. */
export function RoleEditor(props: PanelProps) {
  return <DeclaredPanel panel={panel} {...props} />
}

/** Whether people sign in through a directory. */
const useDirectory = () => (useEnvironment().authentication?.adldap?.length ?? 0) > 0

/** `?service=5&table=contact` starts a new role with read access to that table. */
function NewRole({ children }: NewRecordProps<RoleDraft>) {
  const { service, table }: { service?: unknown; table?: unknown } = useSearch({ strict: false })
  return children(draftOfRoleFor(service, table))
}

function useSections(
  editor: Editor<RoleRecord, RoleDraft>,
  { collection }: EditorDeclaration<RoleRecord, RoleDraft>,
): readonly EditorSection[] {
  const directory = useDirectory()
  const { draft, set, problem } = editor
  const id = editor.record?.id ?? null
  const usage = useUsageSection(
    id === null
      ? null
      : { of: { role: id }, splits: ['app', 'user', 'service', 'resource'], log: [`role_id:is:${id}`] },
  )
  return [
    {
      id: 'basic',
      label: t.basic,
      fields: ['name', 'description', 'dn', 'is_active'],
      content: (
        <RoleBasics field={editor.field} directory={directory}>
          <DeactivationWarning
            collection={collection}
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
