import { IconMessageChatbot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { groupServicesQuery } from '../../instance/group-services.ts'
import { StepCard } from './step-card.tsx'

/** Lets an assistant work with the instance: a first MCP service, or the way to connect to the one that is there. */
export function AssistantCard() {
  const { data } = useQuery(groupServicesQuery('mcp'))
  if (data === undefined) return null
  const [first] = data
  return (
    <StepCard
      icon={<IconMessageChatbot aria-hidden="true" />}
      title="Ask an assistant"
      text="Claude, ChatGPT, Cursor and others read your data under a role of yours, and change it only where you let them."
      done={first === undefined ? null : 'Ready'}
      actions={
        first === undefined ? (
          <Link to="/services/new" search={{ type: 'mcp' }}>
            Create an MCP service
          </Link>
        ) : (
          <Link to={`/services/${first.id}`} search={{ section: 'connect' }}>
            Connect a client to {first.label || first.name}
          </Link>
        )
      }
    />
  )
}
