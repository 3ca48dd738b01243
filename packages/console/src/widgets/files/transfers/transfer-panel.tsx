import {
  IconChevronDown,
  IconChevronUp,
  IconPlayerStopFilled as IconPlayerStop,
  IconRefresh,
  IconX,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { formatBytes } from '../../../language/byte-words.ts'
import { number } from '../../../language/format.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Stack } from '../../../ui/layout.tsx'
import look from '../../../ui/lines.module.css'
import { ProgressBar } from '../../../ui/progress.tsx'
import { Text } from '../../../ui/text.tsx'
import { rowWindow, useScrollWindow } from '../../list/record-list/scroll-window.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { t } from './messages.ts'
import { type ItemState, shareOf, type Totals, type TransferItem } from './transfer.ts'
import styles from './transfer-panel.module.css'
import { dismissTransfer, retryTransfer, stopTransfer, type Transfer, useConflict, useTransfers } from './transfers.ts'

/** Shows transfers above every page until they are dismissed, and asks about existing files before they start. */
export function TransferPanel() {
  const conflict = useConflict()
  return (
    <>
      <Transfers />
      {conflict ? <ConflictDialog key={conflict.id} conflict={conflict} /> : null}
    </>
  )
}

function Transfers() {
  const transfers = useTransfers()
  const [folded, setFolded] = useState(false)
  const running = transfers.filter(({ phase }) => phase === 'running').length
  useLeaveWarning(running > 0)
  if (transfers.length === 0) return null
  return (
    <section className={styles.panel} aria-label={t.transfers} data-stays-usable>
      <header className={styles.header}>
        <Text as="h2" size="md" grow shrink>
          <span role="status">{headline(transfers, running)}</span>
        </Text>
        <IconButton
          size="small"
          label={folded ? t.showTransfers : t.foldTransfers}
          aria-expanded={!folded}
          icon={folded ? <IconChevronUp /> : <IconChevronDown />}
          onClick={() => setFolded(!folded)}
        />
        {running === 0 ? (
          <IconButton
            size="small"
            label={t.putTransfersAway}
            icon={<IconX />}
            onClick={() => {
              for (const { id } of transfers) dismissTransfer(id)
            }}
          />
        ) : null}
      </header>
      {folded ? null : (
        <Stack as="ul" className={classNames(look.lines, styles.entries)}>
          {transfers.toReversed().map((transfer) => (
            <TransferEntry key={transfer.id} transfer={transfer} />
          ))}
        </Stack>
      )}
    </section>
  )
}

function headline(transfers: readonly Transfer[], running: number): string {
  if (running > 0) return t.underWay({ count: running })
  if (transfers.some(({ totals }) => totals.failed > 0)) return t.someFailed
  return transfers.some(({ phase }) => phase === 'stopped') ? t.transfersStopped : t.transfersDone
}

/** Warns before the window closes while transfers are running, because closing would abort them. */
function useLeaveWarning(busy: boolean): void {
  useEffect(() => {
    if (!busy) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [busy])
}

/** One transfer: its progress and, when expanded, the result of each item. */
function TransferEntry({ transfer }: { transfer: Transfer }) {
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
          <IconButton
            size="small"
            label={t.stop({ title })}
            icon={<IconPlayerStop />}
            onClick={() => stopTransfer(id)}
          />
        ) : (
          <>
            {unfinished && canRetry ? (
              <IconButton
                size="small"
                label={phase === 'stopped' ? t.continueTransfer({ title }) : t.retryTransfer({ title })}
                icon={<IconRefresh />}
                onClick={() => retryTransfer(id)}
              />
            ) : null}
            <IconButton
              size="small"
              label={t.putAway({ title })}
              icon={<IconX />}
              onClick={() => dismissTransfer(id)}
            />
          </>
        )}
      </div>
      {phase === 'running' ? <ProgressBar label={t.progressLabel({ title })} share={share} /> : null}
      <div className={styles.line}>
        <Text shrink truncate grow tone={totals.failed > 0 ? 'danger' : 'muted'} size="sm" tabular>
          {progressWords(totals, phase)}
        </Text>
        {totals.items > 1 ? (
          <Button size="small" variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? t.hideItems : t.showItems}
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
  const state = failed > 0 ? t.failed({ count: failed }) : phase === 'stopped' ? t.stopped : ''
  if (phase === 'running') {
    const length =
      bytes === 0
        ? ''
        : size === null
          ? formatBytes(bytes)
          : t.byteProgress({ bytes: formatBytes(bytes), size: formatBytes(size) })
    return [many && t.itemProgress({ done, items }), length, state].filter(Boolean).join(' · ')
  }
  if (state !== '') return many ? `${t.itemProgress({ done, items })} · ${state}` : state
  return [many && t.items({ count: items }), size && formatBytes(size), t.done].filter(Boolean).join(' · ')
}

/** The first failure's reason, shown for all because failures often share it. */
function firstReason({ states }: Transfer): string | null {
  for (const state of states) if (state.kind === 'failed') return state.message
  return null
}

const tones = { waiting: 'muted', running: 'muted', done: 'success', failed: 'danger' } as const

/** The items of a transfer with their states, failures first. Only visible rows are rendered. */
function TransferItems({ transfer: { title, items, states } }: { transfer: Transfer }) {
  const scroller = useRef<HTMLDivElement>(null)
  const view = useScrollWindow(scroller)
  const order = inOrder(states)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section ref={scroller} className={styles.items} tabIndex={0} aria-label={t.itemsLabel({ title })}>
      {rowWindow({ count: order.length, active: -1, ...view }).map((segment) => {
        if (segment.kind === 'gap')
          return <div key={`gap-${segment.from}`} style={{ height: segment.rows * view.rowHeight }} />
        const at = order[segment.index] ?? 0
        const item = items[at]
        const state = states[at]
        if (!item || !state) return null
        const words = stateWords(item, state)
        return (
          <div key={at} className={styles.item}>
            <span className={styles.label} title={item.label}>
              {item.label}
            </span>
            <Text as="span" tone={tones[state.kind]} className={styles.state} title={words}>
              {words}
            </Text>
          </div>
        )
      })}
    </section>
  )
}

function inOrder(states: readonly ItemState[]): readonly number[] {
  const rank = { failed: 0, running: 1, waiting: 2, done: 3 }
  const ranked: number[][] = [[], [], [], []]
  for (const [at, { kind }] of states.entries()) ranked[rank[kind]]?.push(at)
  return ranked.flat()
}

function stateWords({ size }: TransferItem, state: ItemState): string {
  switch (state.kind) {
    case 'waiting':
      return size === null ? t.waiting : formatBytes(size)
    case 'running':
      return size
        ? number(Math.floor(Math.min(1, state.bytes / size) * 100) / 100, { style: 'percent' })
        : state.bytes
          ? formatBytes(state.bytes)
          : '…'
    case 'done':
      return t.done
    case 'failed':
      return state.message
  }
}
