import { type AccessTab, accessTabs } from '@millwright/contract/access/tabs'
import type { AccessToken } from '@millwright/contract/records/access-token'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useUser } from '../../instance/browser-session.ts'
import { environmentQuery, hasFeature, useEnvironment } from '../../instance/environment.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import { isGold, systemResourcesQuery } from '../../instance/system-resources.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { FoldMark } from '../../ui/fold-mark.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { tokenMessages } from '../../widgets/access/access-tokens/messages.ts'
import { revokeToken, TokenList } from '../../widgets/access/access-tokens/token-list.tsx'
import { isEveryTab, offeredTabs, TabChoice, tabsOfRoleQuery } from '../../widgets/access/tab-choice/tab-choice.tsx'
import { DeclaredPanel, type PanelProps } from '../../widgets/form/panel/declared-panel.tsx'
import { Paywall } from '../../widgets/list/paywall/paywall.tsx'
import { commonWords } from '../../words/messages.ts'
import people from '../people/people.module.css'
import {
  draftOfCopy,
  draftOfPerson,
  type PersonDraft,
  type PersonRecord,
  personLabels,
} from '../people/person-draft.ts'
import type { PersonDrafts } from '../people/person-kind.ts'
import { personPanel } from '../people/person-panel.tsx'
import styles from './access-by-tabs.module.css'
import { adminKind } from './admin-kind.ts'
import { t } from './messages.ts'

/** Drafts of administrators, with the tabs that they see. */
const drafts: PersonDrafts<AdminDraft> = {
  labels: { ...personLabels, tabs: t.accessByTabs },
  toDraft: (record) => ({ ...draftOfPerson(record), tabs: null }),
  toCopy: (record) => ({ ...draftOfCopy(record), tabs: null }),
  more: tabsToSend,
}

const panel = personPanel(adminKind, drafts, {
  access: ({ record, draft, set }) => (
    <>
      <AccessByTabs record={record} tabs={draft.tabs} onChange={(tabs) => set('tabs', tabs)} />
      {record ? <AdminTokens id={Number(record.id)} /> : null}
    </>
  ),
})

/** The panel of one administrator. */
export function AdminEditor(props: PanelProps) {
  return <DeclaredPanel panel={panel} {...props} />
}

interface AccessByTabsProps {
  /** `null` for a new administrator. */
  record: PersonRecord | null
  /** The tabs chosen in the form; `null` until changed. */
  tabs: readonly AccessTab[] | null
  onChange: (tabs: readonly AccessTab[]) => void
}

/** Chooses the tabs that an administrator may use, if the licence includes this or the instance needs none. */
function AccessByTabs({ record, tabs, onChange }: AccessByTabsProps) {
  const user = useUser()
  const announced = hasFeature(useEnvironment(), 'access-by-tabs')
  const { data } = useQuery(systemResourcesQuery)
  if (!data) return null
  const included = announced || isGold(data)
  if (!mayRestrict({ user, record, included })) return null
  return included ? <Tabs record={record} tabs={tabs} onChange={onChange} /> : <Closed />
}

/** A note that the feature exists but is not included. */
function Closed() {
  const [open, setOpen] = useState(false)
  return (
    <section className={people.group}>
      <h3>
        <button type="button" className={styles.heading} aria-expanded={open} onClick={() => setOpen(!open)}>
          <FoldMark open={open} />
          {t.accessByTabs}
        </button>
      </h3>
      {open ? <Paywall serviceName={t.accessByTabs} name="Access by tabs" level="GOLD" saysAccess /> : null}
    </section>
  )
}

function Tabs({ record, tabs, onChange }: AccessByTabsProps) {
  const roleId = restrictingRole(record)
  const role = useQuery({ ...tabsOfRoleQuery(roleId ?? 0), enabled: roleId !== null })
  if (roleId === null || tabs !== null) return <Choice roleId={roleId} tabs={tabs ?? accessTabs} onChange={onChange} />
  if (role.data) return <Choice roleId={roleId} tabs={role.data} onChange={onChange} />
  return (
    <Group>
      {role.error ? (
        <Banner
          tone="danger"
          title={t.tabsFailed}
          actions={
            <Button size="small" onClick={() => void role.refetch()}>
              {commonWords.tryAgain}
            </Button>
          }
        >
          {messageOf(role.error)}
        </Banner>
      ) : (
        <Skeleton lines={4} />
      )}
    </Group>
  )
}

interface ChoiceProps {
  roleId: number | null
  tabs: readonly AccessTab[]
  onChange: (tabs: readonly AccessTab[]) => void
}

function Choice({ roleId, tabs, onChange }: ChoiceProps) {
  const environment = useEnvironment()
  const offered = offeredTabs((name) => hasFeature(environment, name))
  return (
    <Group>
      <Banner tone="info" title={t.restrictedAdministrators}>
        {roleId === null ? t.becomesRestricted : t.isRestricted({ role: roleId })}
      </Banner>
      <TabChoice offered={offered} tabs={tabs} onChange={onChange} />
    </Group>
  )
}

function Group({ children }: { children: ReactNode }) {
  return (
    <section className={people.group} aria-labelledby="access-by-tabs">
      <h3 id="access-by-tabs">{t.accessByTabs}</h3>
      {children}
    </section>
  )
}

const path = 'system/access_token'

/** The access tokens of an administrator, for those who may revoke them; renders nothing if there are none. */
function AdminTokens({ id }: { id: number }) {
  const queryClient = useQueryClient()
  const environment = useQuery(environmentQuery).data ?? {}
  const queryKey = ['access-tokens', id]
  const { data = [] } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await send({ verb: 'GET', path, params: { filter: `user_id=${id}`, order: 'id' }, signal })).data.resource,
    enabled: hasFeature(environment, 'access-tokens'),
  })
  if (data.length === 0) return null

  const revoke = async (token: AccessToken) => {
    if (await revokeToken(token, { verb: 'DELETE', path: `${path}/${token.id}` }))
      await queryClient.invalidateQueries({ queryKey })
  }
  return (
    <section className={people.group} aria-labelledby="access-tokens">
      <h3 id="access-tokens">{tokenMessages.accessTokens}</h3>
      <TokenList tokens={data} onRevoke={(token) => void revoke(token)} />
    </section>
  )
}

/** The form of an administrator. `tabs`: the tabs that they see; `null` until changed. */
type AdminDraft = PersonDraft & { readonly tabs: readonly AccessTab[] | null }

interface Editing {
  readonly user: { readonly id: number; readonly role_id?: unknown; readonly is_root_admin?: unknown } | null
  /** `null` for a new administrator. */
  readonly record: PersonRecord | null
  readonly included: boolean
}

/** Whether the user may choose the tabs of an administrator: only unrestricted administrators, and not for themselves. */
export function mayRestrict({ user, record, included }: Editing): boolean {
  if (user === null || typeof user.role_id === 'number') return false
  if (record !== null && record.id === user.id) return false
  return Boolean(user.is_root_admin) || !included
}

/** Returns the role that restricts an administrator; `null` if there is none. */
export function restrictingRole(record: PersonRecord | null): number | null {
  const rows = record?.user_to_app_to_role_by_user_id
  const first: unknown = Array.isArray(rows) ? rows[0] : null
  if (typeof first !== 'object' || first === null || !('role_id' in first)) return null
  return typeof first.role_id === 'number' ? first.role_id : null
}

/**
 * Returns the tabs to send. For an existing administrator nothing unless they were changed, so that data that could not be read is not
 * overwritten. An administrator with a role stays restricted even with every tab, until the instance removes the role.
 */
export function tabsToSend({ tabs }: Pick<AdminDraft, 'tabs'>, record: PersonRecord | null) {
  if (tabs === null && record !== null) return {}
  const chosen = tabs ?? accessTabs
  return { access_by_tabs: [...chosen], is_restricted_admin: !isEveryTab(chosen) || restrictingRole(record) !== null }
}
