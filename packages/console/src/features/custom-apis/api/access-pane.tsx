import { IconKey, IconSend } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { collectionKey } from '../../../instance/collections.ts'
import { messageOf } from '../../../instance/instance-error.ts'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { externalUrl } from '../../../instance/send.ts'
import { serviceListQuery } from '../../../instance/service-list.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyTextButton } from '../../../ui/copy-text-button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { snippetOf } from '../../../widgets/code/call-code/snippets.ts'
import { CodeEditor } from '../../../widgets/code/code-editor/code-editor.tsx'
import { commonWords } from '../../../words/messages.ts'
import { type ApiRecord, basePathOf, endpointCollection } from '../api-queries.ts'
import styles from '../custom-apis.module.css'
import { t } from '../messages.ts'
import { draftOfEndpoint } from '../plan/endpoint-draft.ts'
import { exampleCall } from '../plan/example-call.ts'
import { callWithKey, type KeyAnswer, makeKey, readEndpoints } from './make-key.ts'

/** Who may call an API: roles, and a key made for it alone. */
export function AccessPane({ api }: { api: ApiRecord }) {
  return (
    <Stack gap={5} className={styles.narrow}>
      <Stack gap={2}>
        <Text as="h2" size="md" weight="strong">
          {commonWords.roles}
        </Text>
        <Text tone="muted" measure>
          {t.rolesHelp}
        </Text>
        <p>
          <Link to={`/access/${encodeURIComponent(basePathOf(api))}`} preload={false}>
            {t.rolesWithAccess}
          </Link>
        </p>
      </Stack>
      <OwnKey api={api} />
    </Stack>
  )
}

/** Creates a key that can call the API and nothing else, and calls it. */
function OwnKey({ api }: { api: ApiRecord }) {
  const queryClient = useQueryClient()
  const writeBlock = useWriteBlock()
  const { data: endpoints } = useQuery({
    queryKey: [...collectionKey(endpointCollection), 'plans', api.id],
    queryFn: ({ signal }) => readEndpoints(api, signal),
  })
  const [key, setKey] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isPublished = api.status === 'published'
  const hasEndpoints = endpoints !== undefined && endpoints.length > 0
  const create = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const { services } = await queryClient.ensureQueryData(serviceListQuery)
      setKey(await makeKey(queryClient, api, services))
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack gap={3} as="section" aria-label={t.ownKey}>
      <Text as="h2" size="md" weight="strong">
        {t.ownKey}
      </Text>
      <Text tone="muted" measure>
        {t.ownKeyHelp}
      </Text>
      {problem === null ? null : (
        <Banner tone="danger" title={t.keyFailed} onDismiss={() => setProblem(null)}>
          {problem}
        </Banner>
      )}
      {isPublished ? null : <Banner tone="info">{t.publishFirst}</Banner>}
      {key === null ? (
        <Row>
          <Button
            icon={<IconKey />}
            loading={busy}
            disabledReason={writeBlock ?? (!hasEndpoints && t.noEndpoints)}
            onClick={() => void create()}
          >
            {t.createKey}
          </Button>
        </Row>
      ) : (
        <KeyCall
          api={api}
          keyText={key}
          endpoint={endpoints?.find(({ method }) => method === 'GET') ?? endpoints?.[0]}
        />
      )}
    </Stack>
  )
}

interface KeyCallProps {
  api: ApiRecord
  keyText: string
  endpoint: Parameters<typeof draftOfEndpoint>[0] | undefined
}

/** The key with a request to copy, and to send if it only reads. */
function KeyCall({ api, keyText, endpoint }: KeyCallProps) {
  const [answer, setAnswer] = useState<KeyAnswer | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const draft = draftOfEndpoint(endpoint ?? null)
  const { path, body } = exampleCall(basePathOf(api), draft)
  const address = externalUrl(path)
  const headers: Record<string, string> = body === null ? {} : { 'Content-Type': 'application/json' }
  const code = snippetOf('curl', {
    address,
    call: { verb: draft.method, headers, body },
    caller: { kind: 'app', key: keyText },
  })
  const send = async () => {
    setBusy(true)
    setProblem(null)
    try {
      setAnswer(await callWithKey('GET', path, keyText))
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <CodeEditor
        label={t.keyAndRequest}
        help={t.keyOnceHelp}
        language="text"
        lines={3}
        readOnly
        value={code}
        onChange={() => {}}
      />
      <Row gap={2} wrap>
        <CopyTextButton text={code}>{commonWords.copy}</CopyTextButton>
        <CopyTextButton text={keyText}>{t.copyKey}</CopyTextButton>
        {draft.method === 'GET' ? (
          <Button reads icon={<IconSend />} loading={busy} onClick={() => void send()}>
            {t.sendRequest}
          </Button>
        ) : null}
      </Row>
      {problem === null ? null : <Banner tone="danger">{problem}</Banner>}
      {answer === null ? null : (
        <Stack gap={2} role="status">
          <Row>
            <Badge tone={answer.status < 400 ? 'success' : 'danger'}>
              {t.answerStatus({ status: String(answer.status) })}
            </Badge>
          </Row>
          <CodeEditor
            label={t.answer}
            labelHidden
            language="json"
            lines={6}
            readOnly
            value={answer.text}
            onChange={() => {}}
          />
        </Stack>
      )}
    </>
  )
}
