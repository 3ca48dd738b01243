import { IconPlayerStopFilled as IconPlayerStop, IconRefresh, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Text } from '../../ui/text.tsx'
import dialogs from '../record-list/dialogs.module.css'
import { byteWords } from './byte-words.ts'
import { shareOf, type Totals } from './transfer.ts'
import { TransferItems } from './transfer-items.tsx'
import styles from './transfer-panel.module.css'
import { dismissTransfer, retryTransfer, stopTransfer, type Transfer } from './transfers.ts'

const number = new Intl.NumberFormat()

/** One transfer: how far it is, and on request what became of each of its files. */
export function TransferEntry({ transfer }: { transfer: Transfer }) {
  const { id, title, totals, phase, canRetry } = transfer
  const [open, setOpen] = useState(false)
  const share = shareOf(totals)
  const reason = totals.failed > 0 ? firstReason(transfer) : null
  const unfinished = phase !== 'running' && totals.done < totals.items
  return (
    <li className={styles.entry}>
      <div className={styles.line}>
        <Text shrink truncate grow title={title}>
          {title}
        </Text>
        {phase === 'running' ? (
          <IconButton size="small" label={`Stop ${title}`} icon={<IconPlayerStop />} onClick={() => stopTransfer(id)} />
        ) : (
          <>
            {unfinished && canRetry ? (
              <IconButton
                size="small"
                label={phase === 'stopped' ? `Go on with ${title}` : `Try what failed again: ${title}`}
                icon={<IconRefresh />}
                onClick={() => retryTransfer(id)}
              />
            ) : null}
            <IconButton size="small" label={`Put away ${title}`} icon={<IconX />} onClick={() => dismissTransfer(id)} />
          </>
        )}
      </div>
      {phase === 'running' ? (
        <progress
          className={dialogs.bar}
          aria-label={`Progress of ${title}`}
          {...(share === null ? {} : { value: share })}
          max={1}
        />
      ) : null}
      <div className={styles.line}>
        <Text shrink truncate grow className={styles.words} data-failed={totals.failed > 0 || undefined}>
          {progressWords(totals, phase)}
        </Text>
        {totals.items > 1 ? (
          <Button size="small" variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Hide items' : 'Show items'}
          </Button>
        ) : null}
      </div>
      {reason === null || open ? null : <p className={styles.reason}>{reason}</p>}
      {open ? <TransferItems transfer={transfer} /> : null}
    </li>
  )
}

function progressWords({ items, done, failed, bytes, size }: Totals, phase: Transfer['phase']): string {
  const many = items > 1
  const state = failed > 0 ? `${number.format(failed)} failed` : phase === 'stopped' ? 'stopped' : ''
  if (phase === 'running') {
    const length = bytes === 0 ? '' : size === null ? byteWords(bytes) : `${byteWords(bytes)} of ${byteWords(size)}`
    return [many && `${number.format(done)} of ${number.format(items)}`, length, state].filter(Boolean).join(' · ')
  }
  if (state !== '') return many ? `${number.format(done)} of ${number.format(items)} · ${state}` : state
  return [many && `${number.format(items)} items`, size && byteWords(size), 'done'].filter(Boolean).join(' · ')
}

/** Often all that failed has the same reason. */
function firstReason({ states }: Transfer): string | null {
  for (const state of states) if (state.kind === 'failed') return state.message
  return null
}
