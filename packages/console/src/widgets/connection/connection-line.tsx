import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Row } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { useOpenTabs } from '../records/open-tabs/open-tabs.ts'
import { t } from './messages.ts'
import type { Connection } from './test-settings.ts'

interface ConnectionLineProps {
  connection: Connection
  /** The stored service; `null` for a new one. */
  service: { readonly id: number; readonly name: string } | null
  /** Whether settings changed since, and this instance can test only stored ones. */
  untested: boolean
  onTry: () => void
  /** Saves an unreachable new service; `null` once it is stored. */
  onSaveAnyway: (() => void) | null
}

/** The state of a service's connection, with a button to test it and links for a working one. */
export function ConnectionLine({ connection, service, untested, onTry, onSaveAnyway }: ConnectionLineProps) {
  const again = (
    <Button
      reads
      size="small"
      loading={connection === 'trying'}
      disabledReason={untested ? t.saveFirst : null}
      onClick={onTry}
    >
      {t.testConnection}
    </Button>
  )
  if (typeof connection === 'object' && !('tables' in connection)) {
    const failed = 'failed' in connection
    const anyway =
      failed && onSaveAnyway ? (
        <Button size="small" variant="quiet" onClick={onSaveAnyway}>
          {t.saveAnyway}
        </Button>
      ) : null
    return (
      <Banner
        tone={failed ? 'danger' : 'warning'}
        {...(failed && onSaveAnyway && { title: t.notSaved })}
        actions={
          <>
            {again}
            {anyway}
          </>
        }
      >
        {failed ? connection.failed : connection.warned}
        {failed && connection.reason ? <Text breakAnywhere>{connection.reason}</Text> : null}
      </Banner>
    )
  }
  const works = connection === 'works' || typeof connection === 'object'
  return (
    <Row gap={3} wrap>
      {again}
      {works ? (
        <Text as="span" tone="success" size="sm" role="status">
          <Row as="span" gap={1}>
            <IconCircleCheck size={16} aria-hidden="true" />
            {t.testSucceeded}
          </Row>
        </Text>
      ) : null}
      {typeof connection === 'object' ? <TablesFound count={connection.tables} service={service} /> : null}
    </Row>
  )
}

/** `12 tables: Browse · Give access · API docs`, each if the user has access. */
export function TablesFound({ count, service }: { count: number } & Pick<ConnectionLineProps, 'service'>) {
  const tabs = useOpenTabs()
  const tables = t.tables({ count })
  if (service === null) return <span>{tables}</span>
  const { id, name } = service
  const ways = [
    { tab: '/data', words: t.browse, link: { to: '/data/$id', params: { id: name }, search: {} } },
    { tab: '/roles', words: t.giveAccess, link: { to: '/roles/$id', params: { id: 'new' }, search: { service: id } } },
    { tab: '/apidocs', words: t.apiDocs, link: { to: '/apidocs/$id', params: { id: name }, search: {} } },
  ].filter(({ tab }) => tabs.some(({ path }) => path === tab))
  return (
    <span>
      {tables}
      {ways.map(({ tab, words, link }, at) => (
        <span key={tab}>
          {at === 0 ? ': ' : ' · '}
          <Link {...link}>{words}</Link>
        </span>
      ))}
    </span>
  )
}
