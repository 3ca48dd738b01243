import { lazy, Suspense, useEffect, useState } from 'react'
import { useUser } from '../../instance/browser-session.ts'
import { TypeAhead } from './type-ahead.tsx'
import { LazyInstanceSettings } from './user-menu.tsx'

const CommandPalette = lazy(() =>
  import('../palette/command-palette.tsx').then((module) => ({ default: module.CommandPalette })),
)

/** Opens the command palette with Ctrl+K or ⌘K on any page. */
export function PaletteHost({ open, onOpen }: { open: boolean; onOpen: (open: boolean) => void }) {
  const user = useUser()
  const [typedAhead, setTypedAhead] = useState('')
  const [settingsOpen, setSettingsOpen] = useState(false)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      onOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onOpen])

  const close = () => {
    setTypedAhead('')
    onOpen(false)
  }
  return (
    <>
      {open && user ? (
        <Suspense fallback={<TypeAhead text={typedAhead} onText={setTypedAhead} onClose={close} />}>
          <CommandPalette
            user={user}
            startText={typedAhead}
            onInstanceSettings={() => setSettingsOpen(true)}
            onClose={close}
          />
        </Suspense>
      ) : null}
      {settingsOpen ? (
        <Suspense fallback={null}>
          <LazyInstanceSettings onClose={() => setSettingsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
