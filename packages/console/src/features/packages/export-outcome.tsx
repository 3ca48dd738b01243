import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { send } from '../../instance/send.ts'
import { notifyRefusal } from '../../notifications/notify-refusal.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyTextButton } from '../../ui/copy-text-button.tsx'
import { Text } from '../../ui/text.tsx'
import { saveFile } from '../../widgets/record-list/save-file.ts'
import { packageMessages } from './messages.ts'
import styles from './packages.module.css'

/** What became of an export. */
export type ExportResult =
  | {
      /** Below the prefix: the service, the folder and the file. */
      readonly path: string
      readonly isPublic: boolean
      /** The label of the service, and the folder. */
      readonly place: readonly [service: string, folder: string]
    }
  | { readonly refused: string }

export function ExportOutcome({ result }: { result: ExportResult }) {
  const [loading, setLoading] = useState(false)
  if ('refused' in result) {
    return (
      <Banner tone="danger" title={packageMessages.exportFailed}>
        {result.refused}
      </Banner>
    )
  }
  const { path, isPublic, place } = result
  const download = async () => {
    setLoading(true)
    try {
      const { data } = await send<Blob>({ verb: 'GET', path: encodedPath(path), as: 'blob' })
      saveFile(data, path.slice(path.lastIndexOf('/') + 1))
    } catch (error) {
      notifyRefusal(error)
    } finally {
      setLoading(false)
    }
  }
  return (
    <Banner
      tone="success"
      title={packageMessages.exported}
      actions={
        <>
          <Button size="small" icon={<IconDownload />} loading={loading} onClick={() => void download()}>
            Download
          </Button>
          <CopyTextButton size="small" text={path}>
            Copy path
          </CopyTextButton>
        </>
      }
    >
      <Text size="sm" mono breakAnywhere>
        {path}
      </Text>
      {isPublic ? null : <p className={styles.note}>{packageMessages.notPublic(...place)}</p>}
    </Banner>
  )
}

/** Servers say the path as it is named; one that escaped it already is left alone. */
function encodedPath(path: string): string {
  return /%[0-9a-f]{2}/i.test(path) ? path : path.split('/').map(encodeURIComponent).join('/')
}
