import type { ListedService } from '@millwright/contract/wire/services'
import { type Icon, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { ServiceGroup } from '../../../instance/type-groups.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import entry from '../../../ui/entry.module.css'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useDebouncedValue } from '../../../ui/use-settled.ts'
import type { Pane } from '../../explorer/explorer-place.ts'
import { RecentList } from '../../explorer/recent-list.tsx'
import { findQuery } from '../../records/record-picker/record-source.ts'
import { RecordWords } from '../../records/record-picker/record-words.tsx'
import { t } from './messages.ts'
import styles from './service-list.module.css'
import { serviceSource } from './service-source.ts'

interface ServiceListProps {
  /** The pane of what was opened last, ahead of the services. */
  pane: Pane | undefined
  services: readonly (Omit<ListedService, 'id'> & { readonly id?: number })[]
  groups?: readonly ServiceGroup[]
  /** Icon of every row until more is known about its service. */
  Icon: Icon
  /** What each service is called: `file service`. */
  noun: string
  /** The name in the URL if no such service exists. */
  missing: string | null
  addressOf: (name: string) => { readonly to: string; readonly search?: Readonly<Record<string, string>> }
  /** Shown if there are no services. */
  empty: { readonly title: string; readonly text: string }
}

/** Maximum number of listed services; typing finds the others. */
const most = 50
/** Number of services from which a search box is shown. */
const manyServices = 8

/** Links to the services of a tab that the user can access: a service picker's list, shown in the page. */
export function ServiceList({ pane, services, groups = [], Icon, noun, missing, addressOf, empty }: ServiceListProps) {
  const [text, setText] = useState('')
  const [shown, setShown] = useState(most)
  const wanted = useDebouncedValue(text.trim(), 150)
  const source = serviceSource(...groups)
  const known = useQuery({ ...findQuery(source, wanted), enabled: services.length > 0 }).data
  const more = useMemo(() => new Map(known?.records.map((record) => [record.label, record])), [known])
  const matching = useMemo(() => {
    const lower = wanted.toLowerCase()
    return services
      .filter(({ name, label }) => more.has(name) || `${name}\n${label ?? ''}`.toLowerCase().includes(lower))
      .toSorted((a, b) => a.name.localeCompare(b.name))
  }, [services, wanted, more])
  return (
    <Stack gap={3}>
      {pane === undefined ? null : <RecentList pane={pane} services={services} />}
      {missing === null ? null : (
        <Banner tone="warning" title={t.thereIsNone({ noun, name: missing })}>
          {t.maybeDeleted}
        </Banner>
      )}
      {services.length === 0 ? (
        <EmptyState icon={<Icon aria-hidden="true" />} title={empty.title}>
          {empty.text}
        </EmptyState>
      ) : (
        <>
          {services.length >= manyServices ? (
            <div className={styles.search}>
              <TextField
                label={t.searchServices}
                labelHidden
                type="search"
                placeholder={t.searchServices}
                icon={<IconSearch />}
                value={text}
                onChange={setText}
              />
            </div>
          ) : null}
          <ul className={styles.list} aria-label={t.many({ noun: `${noun.charAt(0).toUpperCase()}${noun.slice(1)}` })}>
            {matching.slice(0, shown).map((service) => (
              <li key={service.name}>
                <Link
                  {...addressOf(service.name)}
                  className={classNames(entry.entry, entry.inset, styles.row)}
                  preload={false}
                >
                  <RecordWords
                    record={
                      more.get(service.name) ?? {
                        id: 0,
                        label: service.name,
                        title: service.label || service.name,
                        Icon,
                      }
                    }
                  />
                </Link>
              </li>
            ))}
          </ul>
          <Text tone="muted" size="sm" role="status">
            {matching.length > shown ? t.moreHelp : matching.length === 0 ? t.noServiceMatches({ text: wanted }) : null}
          </Text>
          {matching.length > shown ? (
            <Row>
              <Button reads size="small" onClick={() => setShown(shown + most)}>
                {t.showMore}
              </Button>
            </Row>
          ) : null}
        </>
      )}
    </Stack>
  )
}
