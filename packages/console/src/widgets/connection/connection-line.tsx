import type { ServiceCheck } from '@millwright/contract/wire/services'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { send } from '../../instance/send.ts'
import { serverMessages } from '../../instance/server-sentences.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Row } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { useOpenTabs } from '../records/open-tabs/open-tabs.ts'
import { t } from './messages.ts'

/** The known state of a service's connection. */
export type Connection =
  | 'unknown'
  | 'trying'
  | 'works'
  /** It works; number of tables and views. */
  | { readonly tables: number }
  /** `failed` is a message for users; `reason` is the instance's own explanation. */
  | { readonly failed: string; readonly reason?: string }
  /** It works, with a warning. */
  | { readonly warned: string }

/** Tests unsaved settings of a form; throws `InstanceError` if the instance rejects them. */
export async function testSettings(testRequest: {
  /** Id of a stored service, whose secrets replace their masks. */
  readonly id: number | null
  readonly type: string
  readonly config: Readonly<Record<string, unknown>>
}): Promise<Connection> {
  const { id, ...body } = testRequest
  const path = 'system/service_check'
  const { data } = await send<ServiceCheck>({ verb: 'POST', path, body: id === null ? body : { id, ...body } })
  await serverMessages.load()
  if (!data.success)
    return { failed: data.reason === null ? t.testFailed({ name: testRequest.type }) : serverMessages.say(data.reason) }
  if (data.warnings.length > 0) return { warned: [t.testSucceeded, ...data.warnings].join(' ') }
  return data.tables === null ? 'works' : { tables: data.tables }
}

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
