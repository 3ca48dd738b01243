import IconDatabase from '@tabler/icons-react/dist/esm/icons/IconDatabase.mjs'
import { Link } from '@tanstack/react-router'
import type { ListedService } from '../../instance/service-list.ts'
import { Banner } from '../../ui/banner.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import styles from './schema.module.css'
import { schemaAddress } from './schema-place.ts'

interface ServiceChoiceProps {
  services: readonly ListedService[]
  /** What the address names although there is no such service. */
  missing: string | null
}

/** The database services that this person may reach. */
export function ServiceChoice({ services, missing }: ServiceChoiceProps) {
  return (
    <>
      {missing === null ? null : (
        <Banner tone="warning" title={`There is no database service named ${missing}.`}>
          It may have been deleted, or your role does not reach it.
        </Banner>
      )}
      {services.length === 0 ? (
        <EmptyState icon={<IconDatabase />} title="No database to shape yet">
          Connect a database in Services; its tables appear here at once.
        </EmptyState>
      ) : (
        <ul className={styles.services} aria-label="Database services">
          {services.map(({ name, label, type }) => (
            <li key={name}>
              <Link to={schemaAddress.service(name)} className={styles.card} preload={false}>
                <IconDatabase aria-hidden="true" />
                <span className={styles.cardWords}>
                  <span className={styles.cardTitle}>{label || name}</span>
                  <span className={styles.cardNote}>
                    <code>{name}</code> · {type}
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
