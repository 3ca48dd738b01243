import { IconTable } from '@tabler/icons-react'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { dataMessages } from './messages.ts'

interface EmptyRecordsProps {
  /** There may be records that the filter leaves out. */
  filtered: boolean
  onCreate: () => void
  onClear: () => void
}

export function EmptyRecords({ filtered, onCreate, onClear }: EmptyRecordsProps) {
  const writeBlock = useWriteBlock()
  return (
    <EmptyState
      icon={<IconTable />}
      title={filtered ? dataMessages.noMatch : dataMessages.noRecords}
      actions={
        filtered ? (
          <Button onClick={onClear}>Clear filter</Button>
        ) : (
          <Button variant="primary" disabledReason={writeBlock} onClick={onCreate}>
            Create record
          </Button>
        )
      }
    >
      {filtered ? 'Change or remove the filter.' : 'Create the first one, or import a file of them.'}
    </EmptyState>
  )
}
