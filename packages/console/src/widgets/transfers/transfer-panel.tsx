import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Text } from '../../ui/text.tsx'
import { TransferEntry } from './transfer-entry.tsx'
import styles from './transfer-panel.module.css'
import { dismissTransfer, type Transfer, useTransfers } from './transfers.ts'

/** What is being moved, over whichever page is shown, until somebody puts it away. */
export function TransferPanel() {
  const transfers = useTransfers()
  const [folded, setFolded] = useState(false)
  const running = transfers.filter(({ phase }) => phase === 'running').length
  useLeaveWarning(running > 0)
  if (transfers.length === 0) return null
  return (
    <section className={styles.panel} aria-label="Transfers" data-stays-usable>
      <header className={styles.header}>
        <Text as="h2" size="md" grow shrink role="status">
          {headline(transfers, running)}
        </Text>
        <IconButton
          size="small"
          label={folded ? 'Show transfers' : 'Fold transfers'}
          aria-expanded={!folded}
          icon={folded ? <IconChevronUp /> : <IconChevronDown />}
          onClick={() => setFolded(!folded)}
        />
        {running === 0 ? (
          <IconButton
            size="small"
            label="Put transfers away"
            icon={<IconX />}
            onClick={() => {
              for (const { id } of transfers) dismissTransfer(id)
            }}
          />
        ) : null}
      </header>
      {folded ? null : (
        <ul className={styles.entries}>
          {transfers.toReversed().map((transfer) => (
            <TransferEntry key={transfer.id} transfer={transfer} />
          ))}
        </ul>
      )}
    </section>
  )
}

function headline(transfers: readonly Transfer[], running: number): string {
  if (running > 0) return running === 1 ? '1 transfer under way' : `${running} transfers under way`
  if (transfers.some(({ totals }) => totals.failed > 0)) return 'Not everything worked'
  return transfers.some(({ phase }) => phase === 'stopped') ? 'Transfers stopped' : 'Transfers done'
}

/** Closing the window would break off what is under way. */
function useLeaveWarning(busy: boolean): void {
  useEffect(() => {
    if (!busy) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [busy])
}
