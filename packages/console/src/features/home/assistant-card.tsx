import { IconMessageChatbot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { groupServicesQuery } from '../../instance/group-services.ts'
import { t } from './messages.ts'
import { StepCard } from './step-card.tsx'

/** Lets an assistant work with the instance: a first MCP service, or the way to connect to the one that is there. */
export function AssistantCard() {
  const { data } = useQuery(groupServicesQuery('mcp'))
  if (data === undefined) return null
  const [first] = data
  return (
    <StepCard
      icon={<IconMessageChatbot aria-hidden="true" />}
      title={t.askAnAssistant}
      text={t.claudeChatgptCursorAndOthers}
      done={first === undefined ? null : t.ready}
      actions={
        first === undefined ? (
          <Link to="/services/new" search={{ type: 'mcp' }}>
            {t.createAnMcpService}
          </Link>
        ) : (
          <Link to={`/services/${first.id}`} search={{ section: 'connect' }}>
            {t.connectAClientTo({ service: first.label || first.name })}
          </Link>
        )
      }
    />
  )
}
