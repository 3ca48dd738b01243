import { IconEraser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { collectionQuery } from '../../../instance/collections.ts'
import { messageOf } from '../../../instance/instance-error.ts'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { send } from '../../../instance/send.ts'
import { useServiceList } from '../../../instance/service-list.ts'
import { notify } from '../../../notifications/notify.ts'
import { notifyError } from '../../../notifications/notify-refusal.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import entry from '../../../ui/entry.module.css'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Row } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { rowWindow, useScrollWindow } from '../../../widgets/list/record-list/scroll-window.ts'
import { t } from '../messages.ts'
import styles from './cache-view.module.css'

/** The services with a cache, with buttons to flush them. */
export function CacheView() {
  const shown = new Map(useServiceList()?.services.map(({ name, label }) => [name, label]))
  const caches = useQuery(cachesQuery).data?.rows ?? []
  const services = byLabel(caches.map((cache) => ({ ...cache, label: shown.get(cache.name) ?? cache.label ?? null })))
  const writeBlock = useWriteBlock()
  /** The flush in progress: the name of a service, or `*` for all. */
  const [running, setRunning] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  const flush = async (what: string, path: string, done: string) => {
    if (running !== null) return
    setRunning(what)
    setFailure(null)
    try {
      await send({ verb: 'DELETE', path })
      notify({ type: 'success', title: t.cache, text: done })
    } catch (error) {
      setFailure(messageOf(error))
      notifyError(error)
    } finally {
      setRunning(null)
    }
  }

  return (
    <>
      <Row gap={5} rowGap={3} justify="between" wrap>
        <Text tone="muted" measure>
          {t.cachePurpose}
        </Text>
        <Button
          variant="primary"
          loading={running === '*'}
          disabledReason={writeBlock}
          onClick={() => void flush('*', 'system/cache', t.flushedAll)}
        >
          {t.flushSystemCache}
        </Button>
      </Row>
      {failure ? (
        <Banner tone="danger" title={t.flushFailed} onDismiss={() => setFailure(null)}>
          {failure}
        </Banner>
      ) : null}
      <CacheTable
        services={services}
        running={running}
        writeBlock={writeBlock}
        onFlush={(service) =>
          void flush(
            service.name,
            `system/cache/${encodeURIComponent(service.name)}`,
            t.flushedOne({ label: cachedServiceLabel(service) }),
          )
        }
      />
    </>
  )
}

interface CacheTableProps {
  services: readonly CachedService[]
  running: string | null
  writeBlock: string | null
  onFlush: (service: CachedService) => void
}

/** One row per service; only visible ones are rendered. */
function CacheTable({ services, running, writeBlock, onFlush }: CacheTableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const view = useScrollWindow(scroller)
  return (
    <div className={styles.scroller} ref={scroller}>
      <table className={styles.table} aria-rowcount={services.length + 1}>
        <colgroup>
          <col />
          <col className={styles.actionColumn} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" colSpan={2}>
              {t.perServiceCaches}
            </th>
          </tr>
        </thead>
        <tbody>
          {services.length === 0 ? (
            <tr>
              <td colSpan={2} className={styles.empty}>
                {t.noCache}
              </td>
            </tr>
          ) : null}
          {rowWindow({ count: services.length, ...view, active: -1 }).map((segment) => {
            if (segment.kind === 'gap')
              return (
                // biome-ignore lint/a11y/noAriaHiddenOnFocusable: this row is not focusable
                <tr key={`gap-${segment.from}`} aria-hidden="true" style={{ height: segment.rows * view.rowHeight }}>
                  <td colSpan={2} />
                </tr>
              )
            const service = services[segment.index]
            if (!service) return null
            const label = cachedServiceLabel(service)
            return (
              <tr key={service.name} className={classNames(entry.entry, styles.row)} aria-rowindex={segment.index + 2}>
                <td>
                  <span className={styles.label} title={`${label} (${service.name})`}>
                    {label}
                  </span>
                </td>
                <td className={styles.action}>
                  <IconButton
                    size="small"
                    label={t.flushServiceCache({ label })}
                    icon={<IconEraser />}
                    loading={running === service.name}
                    disabledReason={writeBlock}
                    onClick={() => onFlush(service)}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** A service with a cache, as listed by `system/cache`. */
interface CachedService {
  readonly name: string
  readonly label?: string | null
}

export function cachedServiceLabel({ label, name }: CachedService): string {
  return label || name
}

/** Sorts services by label in the user's locale. */
export function byLabel(services: readonly CachedService[]): CachedService[] {
  const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
  return services.toSorted((a, b) => compare(cachedServiceLabel(a), cachedServiceLabel(b)) || compare(a.name, b.name))
}

/** The services with a cache. */
export const cachesQuery = collectionQuery<CachedService>('system/cache', { fields: '*' })
