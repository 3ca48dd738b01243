import { Link, useNavigate } from '@tanstack/react-router'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { TablesFound } from '../../../widgets/connection/connection-line.tsx'
import { handOver } from '../../../widgets/connection/database-address/database-address.ts'
import { t as connection } from '../../../widgets/connection/messages.ts'
import { t } from '../messages.ts'
import type { ConnectOutcome } from './connect-database.ts'

type Result = Exclude<ConnectOutcome, { kind: 'no-address' }>

interface ConnectResultProps {
  result: Result
  onSaveAnyway: () => void
  onAgain: () => void
}

/** The result of connecting a database, and the next steps. */
export function ConnectResult({ result, onSaveAnyway, onAgain }: ConnectResultProps) {
  if (result.kind === 'stored') return <Stored result={result} onAgain={onAgain} />
  if (result.kind === 'refused') {
    const { general } = result.refusal
    if (general.length === 0) return null
    return (
      <Banner tone="danger" actions={<AllSettings result={result} />}>
        {general.join(' ')}
      </Banner>
    )
  }
  return (
    <Banner
      tone="danger"
      title={connection.notSaved}
      actions={
        <>
          <AllSettings result={result} />
          <Button size="small" variant="quiet" onClick={onSaveAnyway}>
            {connection.saveAnyway}
          </Button>
        </>
      }
    >
      {result.reason}
    </Banner>
  )
}

/** Links to the complete form, filled in with the URL. */
function AllSettings({ result: { address } }: { result: Result }) {
  const navigate = useNavigate()
  return (
    <Button
      reads
      size="small"
      onClick={() => {
        handOver(address)
        void navigate({ to: '/services/new', search: { type: address.type } })
      }}
    >
      {t.allSettings}
    </Button>
  )
}

function Stored({ result, onAgain }: { result: Extract<Result, { kind: 'stored' }>; onAgain: () => void }) {
  const { id, name, connection: state } = result
  const trouble = typeof state === 'object' && ('failed' in state ? state.failed : 'warned' in state && state.warned)
  return (
    <Stack gap={3} align="start">
      <Banner tone={trouble ? 'warning' : 'success'}>
        {t.serviceMade({ service: () => <Link to={`/services/${id}`}>{name}</Link> })} {trouble || null}
        {typeof state === 'object' && 'tables' in state ? (
          <TablesFound count={state.tables} service={{ id, name }} />
        ) : null}
      </Banner>
      <Button size="small" onClick={onAgain}>
        {t.connectAnother}
      </Button>
    </Stack>
  )
}
