import { IconBrandGit } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { currentSettings } from '../../../instance/current-settings.ts'
import { Button } from '../../../ui/button.tsx'
import { t } from './messages.ts'

const CodeHostDialog = lazy(() =>
  import('./code-host-dialog.tsx').then((module) => ({ default: module.CodeHostDialog })),
)

interface CodeHostButtonProps {
  /** Accepted file extensions, without dots. */
  endings: readonly string[]
  disabledReason?: string | null
  onText: (text: string, ending: string) => void
}

/** Loads the text of a file from a code host; shown only if one is configured. */
export function CodeHostButton({ endings, disabledReason = null, onText }: CodeHostButtonProps) {
  const [open, setOpen] = useState(false)
  if (currentSettings().codeHostUrl === '') return null
  return (
    <>
      <Button
        size="small"
        icon={<IconBrandGit />}
        aria-haspopup="dialog"
        disabledReason={disabledReason}
        onClick={() => setOpen(true)}
      >
        {t.codeHostAction}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <CodeHostDialog
            endings={endings}
            onClose={() => setOpen(false)}
            onText={(text, ending) => {
              setOpen(false)
              onText(text, ending)
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
