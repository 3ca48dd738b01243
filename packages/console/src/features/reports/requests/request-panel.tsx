import { IconHelpCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { recordQuery } from '../../../instance/collections.ts'
import { hasFeature, useEnvironment } from '../../../instance/environment.ts'
import { externalUrl } from '../../../instance/send.ts'
import { durationWords } from '../../../language/duration-words.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { CopyTextButton } from '../../../ui/copy-text-button.tsx'
import { exactTime, parseWireDate } from '../../../ui/dates.ts'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { outcomeWord, reasonWords } from '../../../widgets/charts/usage/usage-words.ts'
import { snippetOf } from '../../../widgets/code/call-code/snippets.ts'
import { EditorContent, EditorFrame } from '../../../widgets/form/editor-frame/editor-frame.tsx'
import { LoadedRecord } from '../../../widgets/form/editor-frame/loaded-record.tsx'
import { readListSearch } from '../../../widgets/records/list-declaration/list-search.ts'
import { t } from './messages.ts'
import { explainSearch, type ListedRequest, requestAddress, requestLine, toneOf } from './request-list.tsx'
import { RequestSteps, useCallerKind } from './request-steps.tsx'
import styles from './requests.module.css'

const collection = 'system/request_log'

/** One request over its list: the caller, the call, the deciding rule, the timing and the response. */
export function RequestPanel({ id }: { id: string }) {
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const known = useQuery({ ...recordQuery<ListedRequest>(collection, id), enabled: false }).data?.record
  const { live }: { live?: unknown } = search
  const onClose = () =>
    void navigate({
      to: '/reports/requests',
      search: { ...readListSearch(search), ...(String(live) === '1' && { live }) },
    })
  const at = parseWireDate(known?.at ?? '')
  return (
    <EditorFrame
      title={known ? requestLine(known) : t.request}
      subtitle={at === null ? null : exactTime(at)}
      wide
      onClose={onClose}
    >
      <LoadedRecord<ListedRequest> collection={collection} id={id} params={{}} one={t.one} onClose={onClose}>
        {({ record }) => <Story request={record} />}
      </LoadedRecord>
    </EditorFrame>
  )
}

function Story({ request }: { request: ListedRequest }) {
  const { status = 0, outcome, reason, duration_ms: ms = 0, slow } = request
  const tool = toolOf(request)
  return (
    <EditorContent>
      <Stack gap={5}>
        <Row gap={3} rowGap={2} wrap>
          <Badge tone={status < 400 ? 'success' : toneOf(request)}>
            {status} {outcomeWord(outcome ?? '')}
          </Badge>
          <span>{durationWords(ms)}</span>
          {slow ? <Badge tone="warning">{t.slow}</Badge> : null}
        </Row>
        {reason ? (
          <Banner tone="warning" title={reasonWords(reason)} actions={<ExplainLink request={request} />}>
            {t.refusedStatus({ status })}
          </Banner>
        ) : null}
        <RequestSteps request={request} />
        {tool === 'itself' ? null : <Repeat request={request} />}
        <dl className={styles.facts}>
          <Fact name={t.requestId} mono>
            {request.request_id}
          </Fact>
          <Fact name={t.network} mono>
            {request.address ?? t.notKept}
          </Fact>
          <Fact name={t.node}>{request.node}</Fact>
          <Fact name={t.requester}>
            {request.requestor}
            {request.client ? `, ${request.client}` : ''}
          </Fact>
          {tool === null ? null : (
            <Fact name={t.tool}>{tool === 'itself' ? request.resource : request.parts?.tool}</Fact>
          )}
        </dl>
      </Stack>
    </EditorContent>
  )
}

/** For tool calls of assistants: whether the entry is of the tool itself, which only assistants can call, or of a request that it made. */
function toolOf({ requestor, parts }: ListedRequest): 'itself' | 'asker' | null {
  if (requestor !== 'MCP') return null
  return parts?.tool === undefined ? 'itself' : 'asker'
}

function Fact({ name, mono = false, children }: { name: string; mono?: boolean; children: ReactNode }) {
  return (
    <div>
      <Text as="dt" tone="muted" size="sm">
        {name}
      </Text>
      <Text as="dd" breakAnywhere {...(mono && { mono, size: 'sm' as const })}>
        {children}
      </Text>
    </div>
  )
}

/** Links to an explanation of how the instance would decide the request now. */
function ExplainLink({ request }: { request: ListedRequest }) {
  const explains = hasFeature(useEnvironment(), 'explain-access')
  const by = useCallerKind(request.user_id ?? null)
  if (!explains) return null
  return (
    <Link to="/roles/$id" params={{ id: 'explain' }} search={explainSearch(request, by)} className={styles.explain}>
      <IconHelpCircle size={16} aria-hidden="true" />
      {t.explainAccess}
    </Link>
  )
}

/** The same request for a terminal; credentials, and what the log does not contain, have to be filled in. */
function Repeat({ request }: { request: ListedRequest }) {
  const address = externalUrl(requestAddress(request))
  const curl = snippetOf('curl', {
    // Braces and question marks are placeholders to fill in.
    address: address.replaceAll('%7B', '{').replaceAll('%7D', '}'),
    call: { verb: request.verb ?? 'GET', headers: {}, body: null },
    caller: request.user_id ? { kind: 'session' } : { kind: 'app', key: 'YOUR_API_KEY' },
  })
  return (
    <Stack as="section" gap={2} className={styles.repeat} aria-label={t.theSameCall}>
      <Row gap={3} justify="between">
        <h3>{t.theSameCall}</h3>
        <CopyTextButton size="small" text={curl}>
          {t.copyAsCurl}
        </CopyTextButton>
      </Row>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a horizontally scrollable area must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{curl}</code>
      </pre>
      <Text tone="muted" size="sm">
        {t.redactedHelp}
      </Text>
    </Stack>
  )
}
