import { IconDatabasePlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { ReadOnly } from '../../ui/read-only.ts'
import { TextField } from '../../ui/text-field.tsx'
import { StepCard } from './step-card.tsx'

const loadAddresses = () => import('../../widgets/database-address/database-address.ts')

/** Takes the address of a database to the form of a service on it. */
export function ConnectCard({ done }: { done: boolean }) {
  const navigate = useNavigate()
  const writeBlock = useWriteBlock()
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (writeBlock !== null) return
    const addresses = await loadAddresses().catch(() => null)
    if (addresses === null) return setError('The instance does not answer. Try again.')
    const address = addresses.readDatabaseAddress(text)
    if (address === null) return setError('Enter an address such as postgres://user:password@host/name.')
    addresses.handOver(address)
    await navigate({ to: '/services/new', search: { type: address.type } })
  }
  return (
    <StepCard
      icon={<IconDatabasePlus aria-hidden="true" />}
      title="Connect your own database"
      text="Its tables get a REST API at once."
      done={done ? 'Connected' : null}
    >
      <form noValidate onFocus={() => void loadAddresses().catch(() => null)} onSubmit={(event) => void submit(event)}>
        <Stack gap={3}>
          <ReadOnly value={writeBlock}>
            <TextField
              label="Address of the database"
              mono
              autoComplete="off"
              spellCheck={false}
              placeholder="postgres://user:password@host/name"
              value={text}
              error={error}
              onChange={(typed) => {
                setText(typed)
                setError(null)
              }}
            />
          </ReadOnly>
          <Row gap={4} wrap>
            <Button type="submit" disabledReason={writeBlock}>
              Connect
            </Button>
            <Link to="/services/new">Choose another kind of service</Link>
          </Row>
        </Stack>
      </form>
    </StepCard>
  )
}
