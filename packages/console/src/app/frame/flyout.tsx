import { Link, useLocation } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './flyout.module.css'
import { TabLinks } from './tab-links.tsx'
import { usePlaces } from './use-places.ts'

/** The navigation of narrow windows. Going somewhere closes it. */
export function Flyout({ open, onClose }: { open: boolean; onClose: () => void }) {
  const places = usePlaces()
  const { pathname } = useLocation()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Navigation"
      size="flyout"
      footer={
        <Button wide onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <nav aria-label="Tabs">
        <TabLinks />
      </nav>
      {places.length > 0 ? (
        <nav aria-label="Places" className={styles.places}>
          {places.map((place) =>
            place.external ? (
              <a key={place.label} className={styles.place} href={place.to} target="_blank" rel="noopener noreferrer">
                {place.label}
              </a>
            ) : (
              <Link
                key={place.label}
                to={place.to}
                className={styles.place}
                aria-current={place.isCurrent(pathname) ? 'page' : undefined}
              >
                {place.label}
              </Link>
            ),
          )}
        </nav>
      ) : null}
    </Dialog>
  )
}
