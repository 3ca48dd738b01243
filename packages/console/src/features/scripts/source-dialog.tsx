import { Button } from '../../ui/button.tsx'
import { DialogWindow } from '../../ui/dialog-window.tsx'
import { Stack } from '../../ui/layout.tsx'
import { ScriptLinkFields } from '../../widgets/code/script-source/script-link-fields.tsx'
import type { Form } from '../../widgets/form/editor-frame/use-form.ts'
import { t } from './messages.ts'
import type { OpenScript, ScriptDraft } from './script-draft.ts'

interface SourceDialogProps {
  name: string
  form: Form<OpenScript, ScriptDraft>
  /** Whether the instance has a script of this name, and may have its text. */
  stored: boolean
  /** Called when a service is chosen or cleared. */
  onRelink: (toService: boolean) => void
  onPulled: (text: string) => void
  onClose: () => void
}

/** Links a script to a folder or repository and pulls it from there. Changes are part of the form and saved with it. */
export function SourceDialog({ name, form, stored, onRelink, onPulled, onClose }: SourceDialogProps) {
  const { draft, problem, set } = form
  return (
    <DialogWindow
      title={t.sourceControl}
      description={t.linkedCacheHelp}
      size="medium"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t.done}
        </Button>
      }
    >
      <Stack gap={4}>
        <ScriptLinkFields
          module={t.module}
          values={draft}
          errors={{
            storage_service_id: problem.fields.storage_service_id,
            scm_repository: problem.fields.scm_repository,
            scm_reference: problem.fields.scm_reference,
            storage_path: problem.fields.storage_path,
          }}
          cacheName={stored ? name : null}
          onChange={(change, relinked) => {
            if (relinked) {
              onPulled('')
              onRelink(change.storage_service_id !== '')
            }
            for (const member of linkMembers) {
              const value = change[member]
              if (value !== undefined) set(member, value)
            }
          }}
          onPulled={onPulled}
        />
      </Stack>
    </DialogWindow>
  )
}

const linkMembers = ['storage_service_id', 'scm_repository', 'scm_reference', 'storage_path'] as const
