import IconPlayerStop from '@tabler/icons-react/dist/esm/icons/IconPlayerStopFilled.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
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
  const share = phase === 'running' ? shareOf(totals) : totals.failed + totals.done === totals.items ? 1 : null
  const unfinished = phase !== 'running' && totals.done < totals.items
  return (
    <li className={styles.entry}>
      <div className={styles.line}>
        <p className={styles.name} title={title}>
          {title}
        </p>
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
        <p className={styles.words} data-failed={totals.failed > 0 || undefined}>
          {progressWords(totals, phase)}
        </p>
        {totals.items > 1 || totals.failed > 0 ? (
          <Button size="small" variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Hide items' : 'Show items'}
          </Button>
        ) : null}
      </div>
      {open ? <TransferItems transfer={transfer} /> : null}
    </li>
  )
}

function progressWords({ items, done, failed, bytes, size }: Totals, phase: Transfer['phase']): string {
  const things = items === 1 ? '' : `${number.format(done)} of ${number.format(items)}`
  const length = bytes === 0 ? '' : size === null ? byteWords(bytes) : `${byteWords(bytes)} of ${byteWords(size)}`
  const parts =
    phase === 'ended' && failed === 0
      ? [items === 1 ? '' : `${number.format(items)} items`, size ? byteWords(size) : '']
      : [things, length]
  const state = phase === 'stopped' ? 'stopped' : phase === 'ended' && failed === 0 ? 'done' : ''
  return [...parts, failed > 0 ? `${number.format(failed)} failed` : '', state].filter(Boolean).join(' · ')
}
