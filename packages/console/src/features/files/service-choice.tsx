import IconServer from '@tabler/icons-react/dist/esm/icons/IconServer2.mjs'
import { Link } from '@tanstack/react-router'
import type { ListedService } from '../../instance/service-list.ts'
import { Banner } from '../../ui/banner.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import styles from './files.module.css'
import { writePlace } from './files-address.ts'

interface ServiceChoiceProps {
  services: readonly ListedService[]
  /** What the address names although there is no such service. */
  missing: string | null
}

/** The file services that this person may reach. */
export function ServiceChoice({ services, missing }: ServiceChoiceProps) {
  return (
    <>
      {missing === null ? null : (
        <Banner tone="warning" title={`There is no file service named ${missing}.`}>
          It may have been deleted, or your role does not reach it.
        </Banner>
      )}
      {services.length === 0 ? (
        <EmptyState icon={<IconServer />} title="There is no file service that you may use.">
          Add one under Services, or ask for access to one.
        </EmptyState>
      ) : (
        <ul className={styles.services} aria-label="File services">
          {services.map(({ name, label, type }) => (
            <li key={name}>
              <Link
                to="/file-manager"
                search={{ path: writePlace({ service: name, folder: '' }) }}
                preload={false}
                className={styles.card}
              >
                <IconServer aria-hidden="true" />
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
