import { IconTable } from '@tabler/icons-react'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { dataMessages } from './messages.ts'

interface EmptyRecordsProps {
  /** A filter may exclude existing records. */
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
          <Button onClick={onClear}>{dataMessages.clearFilter}</Button>
        ) : (
          <Button variant="primary" disabledReason={writeBlock} onClick={onCreate}>
            {dataMessages.createRecord}
          </Button>
        )
      }
    >
      {filtered ? dataMessages.changeFilterHelp : dataMessages.createFirstHelp}
    </EmptyState>
  )
}
