import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readRecord } from '../../instance/collections.ts'
import { send } from '../../instance/send.ts'
import { Text } from '../../ui/text.tsx'
import { useOpenTabs } from '../../widgets/records/open-tabs/open-tabs.ts'
import { t } from './messages.ts'
import { serviceCollection } from './service-draft.ts'
import styles from './services.module.css'

interface ServiceLinksProps {
  id: number
  name: string
  /** Whether the service has tables. */
  database: boolean
}

/** Links from a stored service to related pages. */
export function ServiceLinks({ id, name, database }: ServiceLinksProps) {
  const tabs = useOpenTabs()
  const has = (path: string) => tabs.some((tab) => tab.path === path)
  return (
    <section className={styles.links} aria-label={t.quickLinks}>
      <Text as="h3" size="sm" weight="medium">
        {t.quickLinks}
      </Text>
      <ul>
        {database && has('/data') ? (
          <li>
            <Link to="/data/$id" params={{ id: name }}>
              {t.browseServiceData({ name })}
            </Link>
          </li>
        ) : null}
        {database && has('/schema') ? (
          <li>
            <Link to="/schema/$id" params={{ id: name }}>
              {t.editServiceSchema({ name })}
            </Link>
          </li>
        ) : null}
        {has('/scripts') ? (
          <li>
            <Link to="/scripts" search={{ service: name }}>
              {t.scriptedEndpoints({ name })}
            </Link>
          </li>
        ) : null}
        {has('/apidocs') ? (
          <li>
            <Link to="/apidocs/$id" params={{ id: name }}>
              {t.seeApiDocumentation}
            </Link>
          </li>
        ) : null}
        {has('/roles') ? (
          <li>
            <RoleLinks id={id} />
          </li>
        ) : null}
      </ul>
    </section>
  )
}

/** Links to the roles with a rule for the service. */
function RoleLinks({ id }: { id: number }) {
  const { data: roles, isError } = useQuery(rolesOfServiceQuery(id))
  return (
    <>
      <span>{t.serviceRoles}</span>
      {isError ? (
        <Text as="span" tone="muted">
          {t.rolesFailed}
        </Text>
      ) : null}
      {roles?.length === 0 ? (
        <Text as="span" tone="muted">
          {t.noRoles}
        </Text>
      ) : null}
      {roles?.map((role, index) => (
        <span key={role.id}>
          {index > 0 ? ', ' : ''}
          <Link to="/roles/$id" params={{ id: String(role.id) }}>
            {role.label}
          </Link>
        </span>
      ))}
      {'. '}
      <Link to="/roles/$id" params={{ id: 'new' }} search={{ service: id }}>
        {t.createARole}
      </Link>
    </>
  )
}

interface NamedRole {
  readonly id: number
  readonly label: string
}

/** The roles with a rule for a service, by name. */
function rolesOfServiceQuery(service: number) {
  return queryOptions({
    queryKey: ['collection', 'system/role', 'of-service', service],
    queryFn: async ({ signal }): Promise<readonly NamedRole[]> => {
      const params = { fields: 'id', related: 'role_service_access_by_service_id' }
      const { record } = await readRecord<Related>(serviceCollection, service, params, signal)
      const ids = roleIds(record)
      if (ids.length === 0) return []
      const wanted = { filter: `id in (${ids.join(',')})`, fields: 'id,name', order: 'name' }
      const { data } = await send({ verb: 'GET', path: 'system/role', params: wanted, signal })
      return (data.resource ?? []).map(({ id, name }) => ({ id, label: name || t.roleNumber({ id }) }))
    },
    staleTime: 10_000,
  })
}

interface Related {
  readonly role_service_access_by_service_id?: readonly { readonly role_id?: number | null }[] | null
}

/** Limits the links to a number that users read and a URL can hold. */
const most = 100

function roleIds({ role_service_access_by_service_id: rules }: Related): readonly number[] {
  const ids = (rules ?? []).map(({ role_id }) => role_id).filter((id) => typeof id === 'number')
  return [...new Set(ids)].slice(0, most)
}
