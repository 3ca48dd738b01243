import { apiKeyHeader, sessionTokenHeader } from '@millwright/contract/headers'
import type { DocumentedService } from '../../instance/documented-services.ts'
import { externalUrl, send } from '../../instance/send.ts'
import { useServiceList } from '../../instance/service-list.ts'
import { shippedText, useShippedNames } from '../../instance/shipped-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { CopyTextButton } from '../../ui/copy-text-button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import split from '../../widgets/explorer/split/split.module.css'
import type { ApiDocument } from './api-document.ts'
import { docsMessages } from './messages.ts'
import { Prose } from './prose.tsx'

/** What applies to all operations of a service: its description, its URL, authentication, and filters. */
export function ServiceOverview({ service, document }: { service: DocumentedService; document: ApiDocument }) {
  useShippedNames()
  const address = externalUrl(encodeURIComponent(service.name))
  const filters = document.operations.some(({ path }) => path.startsWith('/_table/'))
  return (
    <Stack gap={3} className={split.padded}>
      <h2>{shippedText(service.name, document.title) || service.label}</h2>
      <Prose text={shippedText(service.name, document.description)} />
      <Text measure preLine>
        {docsMessages.chooseOperationHelp}
      </Text>
      <h3>{docsMessages.baseAddress}</h3>
      <Row gap={2}>
        <Text as="code" mono>
          {address}
        </Text>
        <CopyButton what={docsMessages.baseAddressLink} text={address} />
      </Row>
      <h3>{docsMessages.authentication}</h3>
      <Text measure preLine>
        {docsMessages.credentialsHelp({ key: apiKeyHeader, token: sessionTokenHeader })}
      </Text>
      {filters ? (
        <>
          <h3>{docsMessages.filters}</h3>
          <Text measure preLine>
            {docsMessages.recordsHelp}
          </Text>
          <Row gap={2}>
            <Text as="code" mono>
              {filterExample}
            </Text>
            <CopyButton what="filter" text={filterExample} />
          </Row>
        </>
      ) : null}
      <ForAssistants service={service.name} hasTables={filters} />
      <Text tone="muted" size="sm">
        {document.version === ''
          ? null
          : `${/^2/.test(document.version) ? docsMessages.swagger : 'OpenAPI'} ${document.version}`}
      </Text>
    </Stack>
  )
}

const filterExample = 'filter=(name LIKE "a%") AND (price > 10)&order=name ASC&limit=20'

interface ForAssistantsProps {
  /** Name of the service. */
  service: string
  hasTables: boolean
}

/** Forms of a service's description that fit into an assistant's context, where the server lists their URL. */
function ForAssistants({ service, hasTables }: ForAssistantsProps) {
  const path = useServiceList()?.services.find(({ name }) => name === service)?.spec_url
  if (path === undefined) return null
  const address = new URL(path, externalUrl('')).href
  return (
    <>
      <h3>{docsMessages.forAssistants}</h3>
      <Text measure preLine>
        {hasTables ? docsMessages.tableFormsHelp : docsMessages.formsHelp}
      </Text>
      <Row gap={2} wrap>
        <Text as="code" mono>
          {address}
        </Text>
        <CopyButton what={docsMessages.forAssistants} text={address} />
      </Row>
      <Row gap={2} wrap>
        <CopyTextButton size="small" text={() => specText(service, { compact: true, tables: true })}>
          {docsMessages.copyCompactForm}
        </CopyTextButton>
        {hasTables ? (
          <CopyTextButton size="small" text={() => specText(service, { model: true, samples: false })}>
            {docsMessages.copyDataModel}
          </CopyTextButton>
        ) : null}
      </Row>
    </>
  )
}

/** `samples` is sent as false because other servers include records unless asked not to. */
async function specText(service: string, params: Readonly<Record<string, boolean>>): Promise<string> {
  const path = `${encodeURIComponent(service)}/_spec`
  const { data } = await send<unknown>({ verb: 'GET', path, params })
  return JSON.stringify(data)
}
