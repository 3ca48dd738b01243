import { IconBook } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'

const SamplesDialog = lazy(() => import('./samples-dialog.tsx').then((module) => ({ default: module.SamplesDialog })))

/** Shows the samples where no script is open yet. */
export function SamplesButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<IconBook />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Script Samples
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <SamplesDialog type="nodejs" event={null} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
