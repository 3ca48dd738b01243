import { licenceInstanceHeader, licenceKeyHeader } from '@millwright/contract/headers'
import type { Platform } from '@millwright/contract/wire/environment'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useUser } from './browser-session.ts'
import { currentSettings } from './current-settings.ts'
import { useEnvironment } from './environment.ts'
import { callExternal, type ExternalResponse } from './external-endpoint.ts'
import { t } from './messages.ts'

/** The state of a subscription. */
export interface Licence {
  /** 401: expired or invalid. */
  readonly status: number
  /** The subscription's state as a word, such as `Paid`. */
  readonly state: string
  readonly message: string
  readonly renewalDate: string
  /** Whether the console may no longer be used. */
  readonly disableUi: boolean
}

const invalid: Licence = {
  status: 401,
  state: '',
  message: t.licenseKeyInvalid,
  renewalDate: '',
  disableUi: false,
}

/** The instance's subscription; `null` if none is required, no licence service is configured, or it does not respond. */
export function useLicence(): Licence | null {
  const { platform } = useEnvironment()
  return useQuery(licenceQuery(useUser() === null ? undefined : platform)).data ?? null
}

function licenceQuery(platform: Platform | undefined) {
  const isNeeded = currentSettings().licenseUrl !== '' && platform && needsSubscription(platform)
  return queryOptions({
    queryKey: ['licence', platform?.license_key, platform?.aws_instance_id, platform?.aws_product_code],
    queryFn: isNeeded ? () => findLicence(platform) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

function needsSubscription({ license }: Platform): boolean {
  return license === 'GOLD' || license === 'SILVER'
}

async function findLicence(platform: Platform): Promise<Licence | null> {
  const { license_key: key, aws_instance_id: instance } = platform
  if (!key) return instance ? marketplaceLicence(platform) : invalid
  const answer = await callExternal('licenseUrl', {
    headers: { [licenceKeyHeader]: key, ...(instance ? { [licenceInstanceHeader]: instance } : {}) },
  })
  return answer && readLicence(answer)
}

/** The subscription of an instance from the marketplace, according to its product code and instance id. */
export function marketplaceLicence({
  aws_product_code: product = '',
  aws_instance_id: instance = '',
}: Pick<Platform, 'aws_product_code' | 'aws_instance_id'>): Licence {
  const valid = product.length === 25 && instance.startsWith('i-')
  return valid ? { ...invalid, status: 200, state: t.paid, message: '', renewalDate: t.viewAwsConsole } : invalid
}

/** Reads the response of a licence service; error responses have the same members. Returns `null` if it is invalid. */
export function readLicence({ status, body }: ExternalResponse): Licence | null {
  if (typeof body !== 'object' || body === null) return null
  const fields = new Map<string, unknown>(Object.entries(body))
  const text = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  return {
    status: Number(text('status_code') || status),
    state: text('msg'),
    message: text('message'),
    renewalDate: text('renewal_date'),
    disableUi: [true, 'true'].some((yes) => fields.get('disable_ui') === yes),
  }
}
