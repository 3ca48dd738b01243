import { IconSearch, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { RecordId } from '../../widgets/record-list/declaration.ts'
import { RecordPicker } from '../../widgets/record-picker/record-picker.tsx'
import { appSource, namesQuery, roleSource } from '../../widgets/record-picker/record-source.ts'
import {
  type AppRoleRow,
  appRoleRows,
  appRolesToSend,
  lacksRole,
  withApp,
  withoutApp,
  withRole,
} from '../people/app-roles.ts'
import { peopleMessages } from '../people/messages.ts'
import { draftOfCopy, draftOfPerson, type PersonDraft, type PersonRecord } from '../people/person-draft.ts'
import { PersonEditor } from '../people/person-editor.tsx'
import type { PersonDrafts } from '../people/person-kind.ts'
import { personLabels } from '../people/person-labels.ts'
import { userKind } from './user-kind.ts'

/** What the form of a user holds. */
type UserDraft = PersonDraft & { readonly roles: readonly AppRoleRow[] }

const rolesOf = (record: PersonRecord | null) => appRoleRows(record?.user_to_app_to_role_by_user_id)

/** Users, with their roles by app. */
const drafts: PersonDrafts<UserDraft> = {
  labels: { ...personLabels, roles: 'Roles' },
  toDraft: (record) => ({ ...draftOfPerson(record), roles: rolesOf(record) }),
  toCopy: (record) => ({
    ...draftOfCopy(record),
    roles: rolesOf(record).map((row) => ({ ...row, key: `new-${row.appId}`, stored: null })),
  }),
  problems: ({ roles }) => (roles.some(lacksRole) ? { roles: peopleMessages.roles } : {}),
  more: ({ roles }, record) => ({
    user_to_app_to_role_by_user_id: appRolesToSend(roles, typeof record?.id === 'number' ? record.id : null),
  }),
}

import styles from './users.module.css'

interface UserEditorProps {
  /** Null for a new user. */
  id: string | null
  onSaved: (id: RecordId) => void
}

/** The panel of one user. */
export function UserEditor(props: UserEditorProps) {
  return (
    <PersonEditor
      kind={userKind}
      drafts={drafts}
      {...props}
      sections={({ draft, problem, change }) => [
        {
          id: 'roles',
          label: 'Roles',
          fields: ['roles'],
          content: (
            <AppRoles
              rows={draft.roles}
              showMissing={problem.fields.roles !== undefined}
              onChange={(next) => change('roles', next)}
            />
          ),
        },
      ]}
    />
  )
}

/** Lines above which they are searched, and how many are drawn at once. */
const manyRows = 8
const mostRows = 200

interface AppRolesProps {
  rows: readonly AppRoleRow[]
  /** Shows which lines lack a role. */
  showMissing: boolean
  onChange: (change: (rows: readonly AppRoleRow[]) => readonly AppRoleRow[]) => void
}

/** Which role a user has in which app: the apps with one, and a way to add another. */
function AppRoles({ rows, showMissing, onChange }: AppRolesProps) {
  const [text, setText] = useState('')
  const kept = rows.filter(({ removed }) => !removed)
  const appNames = useQuery(namesQuery(appSource, unnamed(kept, 'appId', 'appName'))).data
  const roleNames = useQuery(namesQuery(roleSource, unnamed(kept, 'roleId', 'roleName'))).data
  const named = kept.map((row) => ({
    row,
    app: row.appName ?? appNames?.get(row.appId) ?? `App ${row.appId}`,
    role: row.roleId === null ? null : (row.roleName ?? roleNames?.get(row.roleId) ?? `Role ${row.roleId}`),
  }))
  const wanted = text.trim().toLowerCase()
  const found = named.filter(({ app, role }) => `${app} ${role ?? ''}`.toLowerCase().includes(wanted))

  return (
    <Stack gap={4}>
      <Text tone="muted" measure className={styles.help}>
        In an app, a user may do what the role chosen here allows. In apps without one, the app’s own default role
        counts.
      </Text>
      {kept.length > manyRows ? (
        <TextField
          label="Search apps and roles"
          labelHidden
          type="search"
          placeholder="Search apps and roles"
          icon={<IconSearch />}
          value={text}
          onChange={setText}
        />
      ) : null}
      {kept.length === 0 ? (
        <Text tone="muted" measure>
          There are no roles yet.
        </Text>
      ) : null}
      <Stack as="ul" gap={2} className={styles.rows} aria-label="Roles by app">
        {found.slice(0, mostRows).map(({ row, app, role }) => (
          <li key={row.key} className={styles.row}>
            <span className={styles.app} title={app}>
              {app}
            </span>
            <RecordPicker
              label={`Role in ${app}`}
              labelHidden
              source={roleSource}
              value={row.roleId === null ? null : { id: row.roleId, label: role ?? '' }}
              placeholder="-- No Role Selected --"
              clearable
              error={showMissing && lacksRole(row) ? 'Choose a role.' : null}
              onChange={(next) => onChange((now) => withRole(now, row.key, next))}
            />
            <IconButton
              label={`Take away the role in ${app}`}
              danger
              icon={<IconTrash />}
              onClick={() => onChange((now) => withoutApp(now, row.key))}
            />
          </li>
        ))}
      </Stack>
      {found.length > mostRows ? (
        <Text tone="muted" measure className={styles.help}>
          {found.length - mostRows} more. Search to find them.
        </Text>
      ) : null}
      <div className={styles.add}>
        <RecordPicker
          label="Add an app"
          labelHidden
          source={appSource}
          value={null}
          placeholder="Add an app…"
          taken={new Set(kept.map(({ appId }) => appId))}
          onChange={(app) => {
            if (!app) return
            setText('')
            onChange((now) => withApp(now, app))
          }}
        />
      </div>
    </Stack>
  )
}

/** Identifiers whose names nobody told yet. */
function unnamed(rows: readonly AppRoleRow[], id: 'appId' | 'roleId', name: 'appName' | 'roleName'): readonly number[] {
  return rows.flatMap((row) => (row[name] === null && row[id] !== null ? [row[id]] : []))
}
