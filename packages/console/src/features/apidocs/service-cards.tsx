import IconBook2 from '@tabler/icons-react/dist/esm/icons/IconBook2.mjs'
import { Link } from '@tanstack/react-router'
import { Banner } from '../../ui/banner.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import styles from './apidocs.module.css'
import { docsAddress } from './docs-address.ts'
import type { DocumentedService } from './docs-queries.ts'

interface ServiceCardsProps {
  services: readonly DocumentedService[]
  /** What the address names although there is no such service. */
  missing: string | null
}

/** The services that this person may use. */
export function ServiceCards({ services, missing }: ServiceCardsProps) {
  return (
    <>
      {missing === null ? null : (
        <Banner tone="warning" title={`There is no service named ${missing}.`}>
          It may have been deleted, or your role does not reach it.
        </Banner>
      )}
      {services.length === 0 ? (
        <EmptyState icon={<IconBook2 />} title="There is no service that you may use">
          What your role allows is described here, and can be tried.
        </EmptyState>
      ) : (
        <ul className={styles.services} aria-label="Services">
          {services.map(({ name, label, type }) => (
            <li key={name}>
              <Link to={docsAddress.service(name)} className={styles.card} preload={false}>
                <IconBook2 aria-hidden="true" />
                <span className={styles.cardWords}>
                  <span className={styles.cardTitle}>{label}</span>
                  <span className={styles.cardNote}>
                    <code>{name}</code>
                    {type === '' ? null : ` · ${type}`}
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
