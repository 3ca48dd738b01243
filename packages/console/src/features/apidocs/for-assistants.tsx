import { send } from '../../instance/send.ts'
import { useServiceList } from '../../instance/service-list.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { CopyTextButton } from '../../ui/copy-text-button.tsx'
import { Row } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { docsMessages } from './messages.ts'

interface ForAssistantsProps {
  /** Name of the service. */
  service: string
  hasTables: boolean
}

/** Forms of a service's description that fit into an assistant's context, where the server lists their URL. */
export function ForAssistants({ service, hasTables }: ForAssistantsProps) {
  const path = useServiceList()?.services.find(({ name }) => name === service)?.spec_url
  if (path === undefined) return null
  const address = new URL(path, window.location.origin).href
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
