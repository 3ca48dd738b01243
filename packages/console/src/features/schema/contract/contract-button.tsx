import { IconLock } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useUser } from '../../../instance/browser-session.ts'
import { hasFeature, useEnvironment } from '../../../instance/environment.ts'
import { isFullAdmin } from '../../../instance/session.ts'
import { Button } from '../../../ui/button.tsx'
import { contractMessages } from './messages.ts'

const ContractPanel = lazy(() => import('./contract-panel.tsx').then((module) => ({ default: module.ContractPanel })))

/** Opens the contract of a table. Shown if the caller may change it and the server supports contracts. */
export function ContractButton({ service, table }: { service: string; table: string }) {
  const environment = useEnvironment()
  const user = useUser()
  const [open, setOpen] = useState(false)
  const mayUse = isFullAdmin(user)
  if (!mayUse || !hasFeature(environment, 'schema-contracts')) return null
  return (
    <>
      <Button size="small" variant="quiet" icon={<IconLock />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {contractMessages.contract}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <ContractPanel service={service} table={table} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
