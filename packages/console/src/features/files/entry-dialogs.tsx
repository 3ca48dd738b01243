import type { ListedService } from '@millwright/contract/wire/services'
import { useLayoutEffect, useRef, useState } from 'react'
import { type FileEntry, parentPath, readFolder } from '../../instance/folder-listing.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { notifyError } from '../../notifications/notify-refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useIsOpen } from '../../ui/use-is-open.ts'
import { FolderChooser } from '../../widgets/files/folder-tree/folder-chooser.tsx'
import type { FolderPlace } from '../../widgets/files/folder-tree/folder-place.ts'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { AddressDialog } from './address-dialog.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { nameProblem } from './entry-names.ts'
import { makeFile, makeFolder, placeEntries } from './file-calls.ts'
import { filesMessages } from './messages.ts'
import { UnpackDialog } from './unpack-dialog.tsx'
import type { EntryActions, EntryDialog } from './use-entry-actions.tsx'

interface EntryDialogsProps {
  place: FolderPlace
  actions: EntryActions
  /** The entries of the folder. */
  taken: readonly FileEntry[]
  services: readonly ListedService[]
}

/** The dialog that is open over the folder. */
export function EntryDialogs(props: EntryDialogsProps) {
  const { dialog } = props.actions
  return dialog ? <Opened {...props} dialog={dialog} /> : null
}

type OpenedProps = EntryDialogsProps & { dialog: EntryDialog }

function Opened({ place, actions, taken, services, dialog }: OpenedProps) {
  const close = () => actions.setDialog(null)
  const names = new Set(taken.map(({ name }) => name))
  const isOpen = useIsOpen()
  /** Reads the folder again however a request ends, and closes its dialog unless that was cancelled meanwhile: then another may be open. */
  const endWith = async (request: Promise<unknown>) => {
    await request.finally(actions.changed)
    const ends = isOpen()
    if (ends) close()
    return ends
  }
  switch (dialog.kind) {
    case 'new-folder':
      return (
        <NameDialog
          title={filesMessages.newFolder}
          action={filesMessages.createFolder}
          start=""
          taken={names}
          onClose={close}
          onName={(name) => endWith(makeFolder(place, name))}
        />
      )
    case 'new-file':
      return (
        <NameDialog
          title={filesMessages.newTextFile}
          action={filesMessages.createFile}
          start="untitled.txt"
          taken={names}
          onClose={close}
          onName={async (name) => {
            if (!(await endWith(makeFile(place, name)))) return
            const path = [place.folder, name].filter(Boolean).join('/')
            actions.open({ name, path, type: 'file', contentType: null, size: 0, modified: null })
          }}
        />
      )
    case 'rename':
      return (
        <NameDialog
          title={filesMessages.rename({ name: dialog.entry.name })}
          action={filesMessages.renameIt}
          start={dialog.entry.name}
          taken={names}
          onClose={close}
          onName={(name) => endWith(renameEntry(place, dialog.entry, name))}
        />
      )
    case 'details':
      return <DetailsDialog service={place.service} entry={dialog.entry} onClose={close} />
    case 'from-address':
      return <AddressDialog place={place} onClose={close} endWith={endWith} />
    case 'unpack':
      return <UnpackDialog place={place} onClose={close} endWith={endWith} />
    case 'place':
      return (
        <PlaceChooser
          place={place}
          services={services}
          dialog={dialog}
          onClose={close}
          onPut={async (target) => {
            close()
            try {
              const there = await readFolder(target.service, target.folder)
              actions.putInto(target, dialog.entries, dialog.move, new Set(there.map(({ name }) => name)))
            } catch (error) {
              notifyError(error)
            }
          }}
        />
      )
  }
}

async function renameEntry({ service }: FolderPlace, entry: FileEntry, name: string): Promise<void> {
  const target = { service, folder: parentPath(entry.path) }
  const [refusal] = await placeEntries(target, [{ entry, name }], true)
  if (refusal) throw new Error(refusal)
}

interface PlaceChooserProps {
  place: FolderPlace
  services: readonly ListedService[]
  dialog: Extract<EntryDialog, { kind: 'place' }>
  onClose: () => void
  onPut: (target: FolderPlace) => void
}

function PlaceChooser({ place, services, dialog: { entries, move }, onClose, onPut }: PlaceChooserProps) {
  const [only] = entries
  const what = entries.length === 1 && only ? only.name : filesMessages.items({ count: entries.length })
  const own = services.filter(({ name }) => name === place.service)
  return (
    <FolderChooser
      title={move ? filesMessages.moveTitle({ what }) : filesMessages.copyTitle({ what })}
      description={filesMessages.otherServiceHelp}
      action={move ? filesMessages.moveHere : filesMessages.copyHere}
      roots={own.map(({ name, label }) => ({ service: name, label: label || name }))}
      start={place}
      refuse={({ folder }) => {
        if (move && folder === place.folder) return filesMessages.alreadyInFolder
        const within = entries.some(({ type, path }) => type === 'folder' && `${folder}/`.startsWith(`${path}/`))
        return within ? filesMessages.folderInsideItself : null
      }}
      onChoose={onPut}
      onClose={onClose}
    />
  )
}

interface NameDialogProps {
  title: string
  action: string
  start: string
  /** Existing names in the folder. */
  taken: ReadonlySet<string>
  /** Throws if the name is rejected. */
  onName: (name: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the name of a file or folder. */
function NameDialog({ title, action, start, taken, onName, onClose }: NameDialogProps) {
  const [name, setName] = useState(start)
  const [problem, setProblem] = useState<string | null>(null)
  const [running, setRunning] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useStemMarked(input, start)

  const go = async () => {
    const wanted = name.trim()
    if (wanted === start.trim() && taken.has(wanted)) return onClose()
    const found = nameProblem(wanted, taken)
    setProblem(found)
    if (found) return input.current?.focus()
    setRunning(true)
    try {
      await onName(wanted)
    } catch (error) {
      setProblem(messageOf(error))
      setRunning(false)
    }
  }
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      closeOnOutsidePress={false}
      initialFocus={input}
      footer={
        <>
          <Button onClick={onClose}>{commonWords.cancel}</Button>
          <Button variant="primary" loading={running} onClick={() => void go()}>
            {action}
          </Button>
        </>
      }
    >
      <TextField
        ref={input}
        label={tabWords.name}
        value={name}
        spellCheck={false}
        autoComplete="off"
        error={problem}
        onChange={(text) => {
          setName(text)
          setProblem(null)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (!running) void go()
        }}
      />
    </Dialog>
  )
}

/** Selects the name without its extension once the field has the focus. */
function useStemMarked(input: { readonly current: HTMLInputElement | null }, start: string): void {
  useLayoutEffect(() => {
    const dot = start.lastIndexOf('.')
    const mark = (event: FocusEvent) => {
      if (event.target !== input.current) return
      input.current?.setSelectionRange(0, dot > 0 ? dot : start.length)
      document.removeEventListener('focusin', mark)
    }
    document.addEventListener('focusin', mark)
    return () => document.removeEventListener('focusin', mark)
  }, [input, start])
}
