import type { ListedService } from '@millwright/contract/wire/services'
import { IconMessageChatbot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { groupServicesQuery } from '../../../instance/group-services.ts'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { Button } from '../../../ui/button.tsx'
import { t } from '../messages.ts'
import { HomeCard } from '../step-card.tsx'

const loadForm = () => import('./assistant-form.tsx')
const AssistantForm = lazy(() => loadForm().then((module) => ({ default: module.AssistantForm })))
const AssistantClients = lazy(() => loadForm().then((module) => ({ default: module.AssistantClients })))

/** The card for connecting an assistant: creates a first MCP service, and shows how clients connect to an existing one. */
export function AssistantCard({ databases }: { databases: readonly ListedService[] }) {
  const { data } = useQuery(groupServicesQuery('mcp'))
  const writeBlock = useWriteBlock()
  const [open, setOpen] = useState(false)
  if (data === undefined) return null
  const [first] = data
  return (
    <HomeCard
      icon={<IconMessageChatbot aria-hidden="true" />}
      title={t.askAnAssistant}
      text={t.assistantsHelp}
      done={first === undefined ? null : t.ready}
      actions={
        open ? null : (
          <Button
            reads={first !== undefined}
            disabledReason={first === undefined ? writeBlock : null}
            onPointerEnter={() => void loadForm()}
            onClick={() => setOpen(true)}
          >
            {first === undefined ? t.createMcpService : t.connectClientTitle({ service: first.label || first.name })}
          </Button>
        )
      }
    >
      {open ? (
        <Suspense fallback={null}>
          {first === undefined ? (
            <AssistantForm databases={databases} onClose={() => setOpen(false)} />
          ) : (
            <AssistantClients service={first} onClose={() => setOpen(false)} />
          )}
        </Suspense>
      ) : null}
    </HomeCard>
  )
}
