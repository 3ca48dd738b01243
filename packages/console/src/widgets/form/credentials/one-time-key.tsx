import type { OneTimeKey } from '@millwright/contract/wire/two-step'
import { useEffect, useState } from 'react'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Row } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import styles from './one-time-key.module.css'
import { t } from './opened/messages.ts'

/** The secret key for an authenticator app, as a QR code and as text. */
export function OneTimeKeyView({ value: { secret, uri } }: { value: OneTimeKey }) {
  const picture = usePicture(uri)
  return (
    <Row gap={4} wrap>
      <div className={styles.frame}>
        {picture ? (
          <svg className={styles.picture} viewBox={`0 0 ${picture.size} ${picture.size}`} role="img">
            <title>{t.qrCodeLabel}</title>
            <path d={picture.path} fill="#000" />
          </svg>
        ) : null}
      </div>
      <div className={styles.text}>
        <p>{t.scanHelp}</p>
        <Row as="p" gap={2}>
          <Text as="code" mono size="sm">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </Text>
          <CopyButton what="key" text={secret} />
        </Row>
      </div>
    </Row>
  )
}

interface Picture {
  readonly size: number
  readonly path: string
}

/** Rendered locally, so that the key is not sent anywhere. */
function usePicture(text: string): Picture | null {
  const [picture, setPicture] = useState<Picture | null>(null)
  useEffect(() => {
    let wanted = true
    const draw = async () => {
      const { encode } = await import('uqr')
      const { data, size } = encode(text, { ecc: 'L', border: 4 })
      const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
      if (wanted) setPicture({ size, path })
    }
    void draw()
    return () => {
      wanted = false
    }
  }, [text])
  return picture
}
