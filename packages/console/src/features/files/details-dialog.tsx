import { queryOptions, useQuery } from '@tanstack/react-query'
import { instanceOrigin, useEnvironment } from '../../instance/environment.ts'
import { type FileEntry, filePath, folderPath, trimSlashes } from '../../instance/folder-listing.ts'
import { externalUrl, send } from '../../instance/send.ts'
import { formatBytes } from '../../language/byte-words.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { exactTime } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Text } from '../../ui/text.tsx'
import { tabWords } from '../../words/tabs/messages.ts'
import styles from './dialogs.module.css'
import { filesMessages } from './messages.ts'
import { kindWord } from './shown-entries.ts'

interface DetailsDialogProps {
  service: string
  entry: FileEntry
  onClose: () => void
}

/** The properties of a file or folder, with its URLs. */
export function DetailsDialog({ service, entry, onClose }: DetailsDialogProps) {
  const environment = useEnvironment()
  const { data: shared = [] } = useQuery(publicPathsQuery(service))
  const { type, path, name, size, modified, contentType } = entry
  const call = type === 'folder' ? folderPath(service, path) : filePath(service, path)
  const isPublic = type === 'file' && shared.some((each) => isBelow(path, each))
  return (
    <Dialog open size="medium" title={name} onClose={onClose}>
      <dl className={styles.facts}>
        <dt>{filesMessages.type}</dt>
        <dd>{[kindWord(entry), contentType].filter(Boolean).join(' · ')}</dd>
        {size === null ? null : (
          <>
            <dt>{filesMessages.size}</dt>
            <dd>
              {size < 1000 ? formatBytes(size) : filesMessages.sizeInBytes({ size: formatBytes(size), count: size })}
            </dd>
          </>
        )}
        {modified === null ? null : (
          <>
            <dt>{tabWords.modified}</dt>
            <dd>{exactTime(new Date(modified))}</dd>
          </>
        )}
        <dt>{tabWords.path}</dt>
        <Copied what={filesMessages.pathWord} text={path} />
        <dt>{filesMessages.apiAddress}</dt>
        <Copied what={filesMessages.apiAddress} text={externalUrl(call)} />
        {isPublic ? (
          <>
            <dt>{filesMessages.publicAddress}</dt>
            <Copied
              what={filesMessages.publicAddressWord}
              text={`${environment.platform?.apps_url ?? instanceOrigin(environment)}/${filePath(service, path)}`}
            />
          </>
        ) : null}
      </dl>
    </Dialog>
  )
}

function Copied({ what, text }: { what: string; text: string }) {
  return (
    <dd>
      <Text as="span" size="sm" mono>
        {text}
      </Text>
      <CopyButton what={what} text={text} />
    </dd>
  )
}

/** Folders and files that a service makes public; empty for people who may not read its settings. */
function publicPathsQuery(service: string) {
  return queryOptions({
    queryKey: ['collection', 'system/service', 'public-path', service],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const { data } = await send({
        verb: 'GET',
        path: 'system/service',
        params: { filter: `name = "${service.replaceAll('"', '')}"`, fields: 'id,name,config' },
        signal,
      })
      const config = data.resource?.[0]?.config
      const listed = typeof config === 'object' && config !== null && 'public_path' in config ? config.public_path : []
      return Array.isArray(listed) ? listed.filter((each) => typeof each === 'string') : []
    },
    staleTime: 60_000,
  })
}

function isBelow(path: string, folder: string): boolean {
  const above = trimSlashes(folder)
  return above === '' || path === above || path.startsWith(`${above}/`)
}
