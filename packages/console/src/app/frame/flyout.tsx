import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './flyout.module.css'
import { PlaceLinks } from './place-links.tsx'
import { TabLinks } from './tab-links.tsx'
import { usePlaces } from './use-places.ts'

/** The navigation of narrow windows. Going somewhere closes it. */
export function Flyout({ open, onClose }: { open: boolean; onClose: () => void }) {
  const places = usePlaces()
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
          <PlaceLinks className={styles.place} />
        </nav>
      ) : null}
    </Dialog>
  )
}
