import { IconSearch, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Stack } from '../../ui/layout.tsx'
import room from '../../ui/room.module.css'
import { Text } from '../../ui/text.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { DeclaredPanel, type PanelProps } from '../../widgets/form/panel/declared-panel.tsx'
import { RecordPicker } from '../../widgets/records/record-picker/record-picker.tsx'
import { appSource, namesQuery, roleSource } from '../../widgets/records/record-picker/record-source.ts'
import { commonWords } from '../../words/messages.ts'
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
import {
  draftOfCopy,
  draftOfPerson,
  type PersonDraft,
  type PersonRecord,
  personLabels,
} from '../people/person-draft.ts'
import type { PersonDrafts } from '../people/person-kind.ts'
import { personPanel } from '../people/person-panel.tsx'
import { t } from './opened/messages.ts'
import { userKind } from './user-kind.ts'
import styles from './users.module.css'

/** The form values of a user. */
type UserDraft = PersonDraft & { readonly roles: readonly AppRoleRow[] }

const rolesOf = (record: PersonRecord | null) => appRoleRows(record?.user_to_app_to_role_by_user_id)

/** Drafts of users, with their roles by app. */
const drafts: PersonDrafts<UserDraft> = {
  labels: { ...personLabels, roles: commonWords.roles },
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

const panel = personPanel(userKind, drafts, {
  sections: ({ draft, problem, change }) => [
    {
      id: 'roles',
      label: commonWords.roles,
      fields: ['roles'],
      content: (
        <AppRoles
          rows={draft.roles}
          showMissing={problem.fields.roles !== undefined}
          onChange={(next) => change('roles', next)}
        />
      ),
    },
  ],
})

/** The panel of one user. */
export function UserEditor(props: PanelProps) {
  return <DeclaredPanel panel={panel} {...props} />
}

/** Number of rows above which they get a search box, and number of rows rendered at once. */
const manyRows = 8
const maxRows = 200

interface AppRolesProps {
  rows: readonly AppRoleRow[]
  /** Whether rows without a role are flagged. */
  showMissing: boolean
  onChange: (change: (rows: readonly AppRoleRow[]) => readonly AppRoleRow[]) => void
}

/** The role of a user in each app: the apps with one, and a way to add another. */
function AppRoles({ rows, showMissing, onChange }: AppRolesProps) {
  const [text, setText] = useState('')
  const kept = rows.filter(({ removed }) => !removed)
  const appNames = useQuery(namesQuery(appSource, unnamed(kept, 'appId', 'appName'))).data
  const roleNames = useQuery(namesQuery(roleSource, unnamed(kept, 'roleId', 'roleName'))).data
  const named = kept.map((row) => ({
    row,
    app: row.appName ?? appNames?.get(row.appId) ?? t.app({ id: String(row.appId) }),
    role:
      row.roleId === null ? null : (row.roleName ?? roleNames?.get(row.roleId) ?? t.role({ id: String(row.roleId) })),
  }))
  const wanted = text.trim().toLowerCase()
  const found = named.filter(({ app, role }) => `${app} ${role ?? ''}`.toLowerCase().includes(wanted))
  const further = found.slice(maxRows)

  return (
    <Stack gap={4}>
      <Text tone="muted" size="sm" measure>
        {t.whatRolesDo}
      </Text>
      {kept.length > manyRows ? (
        <TextField
          label={t.searchAppRoles}
          labelHidden
          type="search"
          placeholder={t.searchAppRoles}
          icon={<IconSearch />}
          value={text}
          onChange={setText}
        />
      ) : null}
      {kept.length === 0 ? (
        <Text tone="muted" measure>
          {t.noRoles}
        </Text>
      ) : null}
      <Stack as="ul" gap={2} className={room.whenFilled} aria-label={t.rolesByApp}>
        {found.slice(0, maxRows).map(({ row, app, role }) => (
          <li key={row.key} className={styles.row}>
            <span className={styles.app} title={app}>
              {app}
            </span>
            <RecordPicker
              label={t.appRole({ app })}
              labelHidden
              source={roleSource}
              value={row.roleId === null ? null : { id: row.roleId, label: role ?? '' }}
              placeholder={t.noRoleSelected}
              clearable
              error={showMissing && lacksRole(row) ? t.chooseARole : null}
              onChange={(next) => onChange((now) => withRole(now, row.key, next))}
            />
            <IconButton
              label={t.removeAppRole({ app })}
              danger
              icon={<IconTrash />}
              onClick={() => onChange((now) => withoutApp(now, row.key))}
            />
          </li>
        ))}
      </Stack>
      {further.length > 0 ? (
        <Text tone="muted" size="sm" measure>
          {t.more({ count: further.length })}
        </Text>
      ) : null}
      <div className={styles.add}>
        <RecordPicker
          label={t.addAnApp}
          labelHidden
          source={appSource}
          value={null}
          placeholder={t.addAppDots}
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

/** Ids whose names are not loaded yet. */
function unnamed(rows: readonly AppRoleRow[], id: 'appId' | 'roleId', name: 'appName' | 'roleName'): readonly number[] {
  return rows.flatMap((row) => (row[name] === null && row[id] !== null ? [row[id]] : []))
}
