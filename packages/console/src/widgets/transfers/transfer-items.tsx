import { useRef } from 'react'
import { rowWindow } from '../record-list/row-window.ts'
import { useScrollWindow } from '../record-list/use-scroll-window.ts'
import { byteWords } from './byte-words.ts'
import type { ItemState, TransferItem } from './transfer.ts'
import styles from './transfer-panel.module.css'
import type { Transfer } from './transfers.ts'

/** Every file of a transfer with what became of it; those that failed first. Only those in sight are drawn. */
export function TransferItems({ transfer: { title, items, states } }: { transfer: Transfer }) {
  const scroller = useRef<HTMLDivElement>(null)
  const view = useScrollWindow(scroller)
  const order = inOrder(states)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section ref={scroller} className={styles.items} tabIndex={0} aria-label={`Items of ${title}`}>
      {rowWindow({ count: order.length, active: -1, ...view }).map((segment) => {
        if (segment.kind === 'gap')
          return <div key={`gap-${segment.from}`} style={{ height: segment.rows * view.rowHeight }} />
        const at = order[segment.index] ?? 0
        const [item, state] = [items[at], states[at]]
        if (!item || !state) return null
        const words = stateWords(item, state)
        return (
          <div key={at} className={styles.item} data-state={state.kind}>
            <span className={styles.label} title={item.label}>
              {item.label}
            </span>
            <span className={styles.state} title={words}>
              {words}
            </span>
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
      return size === null ? 'waiting' : byteWords(size)
    case 'running':
      return size
        ? `${Math.floor(Math.min(1, state.bytes / size) * 100)} %`
        : state.bytes
          ? byteWords(state.bytes)
          : '…'
    case 'done':
      return 'done'
    case 'failed':
      return state.message
  }
}
