import { IconFileZip, IconFolderOpen } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { notify } from '../../../notifications/notify.ts'
import { notifyError } from '../../../notifications/notify-refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { ReadOnly } from '../../../ui/read-only.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { Text } from '../../../ui/text.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { useScrollIntoView } from '../../../ui/use-in-sight.ts'
import { commonWords } from '../../../words/messages.ts'
import styles from '../packages.module.css'
import { FolderOutcome } from './folder-outcome.tsx'
import { folderMessages } from './messages.ts'
import { type FolderPlanning, missingValueId, useFolderPlan } from './use-folder-plan.ts'

/** Plans a folder of configuration that is on this computer, and applies exactly that plan. */
export function FolderForm() {
  const planning = useFolderPlan()
  const { draft, overlays, sending, sent, outcome, change } = planning
  const place = useScrollIntoView<HTMLDivElement>(outcome)
  const missing = draft.chosen === null && folderMessages.nothingChosen
  const refuse = (text: string) => notify({ type: 'error', title: folderMessages.applyFolder, text, tag: 'packages' })
  return (
    <Stack as="section" gap={4} shrink className={styles.folder} aria-labelledby="apply-folder">
      <ReadOnly value={useWriteBlock()}>
        <Stack>
          <h2 id="apply-folder" className={styles.heading}>
            {folderMessages.applyFolder}
          </h2>
          <Text tone="muted" measure>
            {folderMessages.applyHelp}
          </Text>
        </Stack>
        <Sources planning={planning} />
        {overlays.length > 0 ? (
          <SelectField
            label={folderMessages.overlay}
            help={folderMessages.overlayHelp}
            value={draft.overlay === '' ? noOverlay : draft.overlay}
            options={[
              { value: noOverlay, label: folderMessages.noOverlay },
              ...overlays.map((name) => ({ value: name, label: name })),
            ]}
            onChange={(overlay) => change({ overlay: overlay === noOverlay ? '' : overlay })}
          />
        ) : null}
        <Checkbox
          label={folderMessages.adoptExisting}
          help={folderMessages.adoptExistingHelp}
          value={draft.adopt}
          onChange={(adopt) => change({ adopt })}
        />
        <Checkbox
          label={folderMessages.deleteMissing}
          help={folderMessages.deleteMissingHelp}
          value={draft.prune}
          onChange={(prune) => change({ prune })}
        />
        <Placeholders planning={planning} />
        <Row gap={2} wrap>
          <Button
            variant={outcome?.kind === 'plan' ? 'default' : 'primary'}
            loading={sending === 'plan'}
            disabledReason={missing}
            onRefused={() => missing && refuse(missing)}
            onClick={() => void planning.plan()}
          >
            {folderMessages.showPlan}
          </Button>
          <Button reads variant="quiet" onClick={sending ? planning.cancel : planning.clear}>
            {sending ? commonWords.cancel : folderMessages.clear}
          </Button>
        </Row>
        {sending === null ? null : <Progress words={wordsOf(planning)} share={sent > 0 && sent < 1 ? sent : null} />}
        {outcome === null ? null : (
          <Stack ref={place} gap={4} shrink>
            <FolderOutcome
              outcome={outcome}
              applying={sending === 'apply'}
              onApply={(plan) => void planning.apply(plan)}
            />
          </Stack>
        )}
      </ReadOnly>
    </Stack>
  )
}

/** No file can have this name. */
const noOverlay = '/'

function wordsOf({ sending, sent, outcome }: FolderPlanning): string {
  if (sent > 0 && sent < 1) return folderMessages.sending({ share: sent })
  if (sending === 'plan' || outcome?.kind !== 'plan') return folderMessages.planning
  return folderMessages.applying({ count: outcome.plan.changes.length })
}

/** The two ways to choose a folder, and which one is chosen. */
function Sources({ planning: { draft, takeFiles, takeArchive } }: { planning: FolderPlanning }) {
  const folder = useRef<HTMLInputElement>(null)
  const archive = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (folder.current) folder.current.webkitdirectory = true
  }, [])
  const { chosen } = draft
  return (
    <Row gap={2} wrap>
      <Button icon={<IconFolderOpen />} onClick={() => folder.current?.click()}>
        {folderMessages.chooseFolder}
      </Button>
      <Button icon={<IconFileZip />} onClick={() => archive.current?.click()}>
        {folderMessages.chooseArchive}
      </Button>
      {chosen === null ? null : (
        <Text as="span" mono breakAnywhere>
          {chosen.files === null ? chosen.name : folderMessages.chosen({ name: chosen.name, count: chosen.files })}
        </Text>
      )}
      <input
        ref={folder}
        type="file"
        hidden
        multiple
        aria-label={folderMessages.folderInput}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          if (files.length > 0) void takeFiles(files).catch(notifyError)
        }}
      />
      <input
        ref={archive}
        type="file"
        hidden
        aria-label={folderMessages.archiveInput}
        accept=".zip"
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) takeArchive(file)
        }}
      />
    </Row>
  )
}

/** Fields for what the folder has placeholders for, once the instance has asked for it. */
function Placeholders({ planning: { asked, values, setValue } }: { planning: FolderPlanning }) {
  if (asked.length === 0) return null
  return (
    <Stack as="section" gap={3} aria-labelledby="placeholders">
      <Stack>
        <h3 id="placeholders">{folderMessages.placeholders}</h3>
        <Text tone="muted" size="sm">
          {folderMessages.placeholdersHelp}
        </Text>
      </Stack>
      {asked.map((each) => {
        const { source, name, file, line } = each
        const place = folderMessages.filePlace({ file, line })
        const value = values[missingValueId(each)] ?? ''
        const onChange = (next: string) => setValue(each, next)
        return source === 'env' ? (
          <PasswordField
            key={missingValueId(each)}
            label={name}
            help={place}
            autoComplete="off"
            mono
            {...{ value, onChange }}
          />
        ) : (
          <TextArea
            key={missingValueId(each)}
            label={folderMessages.fileContent({ name })}
            help={folderMessages.missingFile({ place })}
            rows={3}
            mono
            secret
            {...{ value, onChange }}
          />
        )
      })}
    </Stack>
  )
}
